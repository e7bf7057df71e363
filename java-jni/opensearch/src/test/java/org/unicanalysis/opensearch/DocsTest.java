package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Test;

/**
 * Sends the requests of docs/opensearch.md in order: a block {@code http} is a request that must succeed, or return the status
 * after that word; a block {@code json} after it contains what the response must include.
 */
public class DocsTest {
    private static final Pattern BLOCK = Pattern.compile(
            "```http ?(\\d*)\n(\\w+) (\\S+)\n(.*?)```\n(?:\n```json\n(.*?)```\n)?", Pattern.DOTALL);

    private final TestNode node = TestNode.get();

    @After
    public void clean() {
        node.send("DELETE", "/library,people,codes", null);
    }

    @Test
    public void requestsReturnTheDocumentedResponses() throws IOException {
        Files.writeString(node.config().resolve("product-codes.rbbi"), "[[:Latin:][:Nd:]\\-]+ {200};\n");
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "..", "docs", "opensearch.md")));
        int count = 0;
        for (; block.find(); count++) {
            String request = block.group(2) + " " + block.group(3);
            String body = block.group(4).isEmpty() ? null : block.group(4);
            TestNode.Answer answer = node.send(block.group(2), block.group(3), body);
            int family = block.group(1).isEmpty() ? 2 : Integer.parseInt(block.group(1)) / 100;
            assertEquals(request + ": " + answer.body(), family, answer.status() / 100);
            if (block.group(5) != null) {
                assertHolds(request, TestNode.JSON.readTree(block.group(5)), answer.body());
            }
        }
        assertTrue("requests found: " + count, count > 15);
    }

    /** Objects may have more fields than in the document; a string that ends with … is a prefix. */
    private static void assertHolds(String pointer, JsonNode expected, JsonNode found) {
        if (expected.isObject()) {
            for (Map.Entry<String, JsonNode> field : expected.properties()) {
                String below = pointer + " /" + field.getKey();
                assertTrue(below + " in " + found, found.has(field.getKey()));
                assertHolds(below, field.getValue(), found.get(field.getKey()));
            }
        } else if (expected.isArray()) {
            assertEquals(pointer + ": " + found, expected.size(), found.size());
            for (int at = 0; at < expected.size(); at++) {
                assertHolds(pointer + " /" + at, expected.get(at), found.get(at));
            }
        } else if (expected.asText().endsWith("…")) {
            String start = expected.asText().substring(0, expected.asText().length() - 1);
            assertTrue(pointer + ": " + found, found.asText().contains(start));
        } else {
            assertEquals(pointer, expected, found);
        }
    }
}
