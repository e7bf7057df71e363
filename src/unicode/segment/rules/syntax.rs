//! The syntax tree of break rules: an arena in which operands precede their operators, so that every pass over a tree
//! is a loop and nesting needs no stack.

/// The index of a node in its [`SyntaxTree`].
pub(super) type NodeId = usize;

/// A node of the syntax tree.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    /// One character of the set with this index.
    Set(usize),
    /// `/` of the statement with this number: the boundary if the rest of the rule matches.
    Lookahead(usize),
    /// `{n}`: a status.
    Status(u32),
    /// Both operands in order.
    Concatenation(NodeId, NodeId),
    /// Either operand.
    Alternation(NodeId, NodeId),
    /// `*`: any number of the operand.
    ZeroOrMore(NodeId),
    /// `+`: one or more of the operand.
    OneOrMore(NodeId),
    /// `?`: the operand or nothing.
    Optional(NodeId),
}

/// One rule: its expression and its flags.
#[derive(Clone, Debug)]
pub(super) struct BreakRule {
    /// The root of the expression.
    pub(super) root: NodeId,
    /// Whether another rule may continue with this one at a shared character (`!!chain` and no `^`).
    pub(super) chains_in: bool,
    /// The number of the rule among rules and assignments.
    pub(super) statement: usize,
    /// Whether the rule ends at the `/` of its own number.
    pub(super) has_lookahead: bool,
}

/// All nodes of a rule text.
#[derive(Clone, Debug, Default)]
pub(super) struct SyntaxTree {
    /// The nodes; operands before operators.
    pub(super) nodes: Vec<Expression>,
}

impl SyntaxTree {
    /// Adds a node.
    pub(super) fn push(&mut self, node: Expression) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Copies the nodes of an expression, `first..=root`, to the end; returns the new root.
    pub(super) fn copy(&mut self, first: NodeId, root: NodeId) -> NodeId {
        let shift = self.nodes.len() - first;
        for id in first..=root {
            let Some(node) = self.nodes.get(id).cloned() else { break };
            self.nodes.push(match node {
                Expression::Concatenation(left, right) => Expression::Concatenation(left + shift, right + shift),
                Expression::Alternation(left, right) => Expression::Alternation(left + shift, right + shift),
                Expression::ZeroOrMore(inner) => Expression::ZeroOrMore(inner + shift),
                Expression::OneOrMore(inner) => Expression::OneOrMore(inner + shift),
                Expression::Optional(inner) => Expression::Optional(inner + shift),
                leaf => leaf,
            });
        }
        root + shift
    }
}
