package org.unicanalysis.opensearch;

import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;

/**
 * Base of tests with nodes of the real distribution. {@code make opensearch-test} sets the properties; without them the tests are
 * skipped. Nodes and folders are removed after each test, and if the run is interrupted.
 */
public abstract class RealNodes {
    /** A folder that every user can access. */
    Path folder;
    final List<RealNode> nodes = new ArrayList<>();

    @Before
    public void prepare() throws Exception {
        assumeTrue("only by make opensearch-test", !System.getProperty("unic.distribution", "").isEmpty());
        folder = Files.createTempDirectory("unic-nodes-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        // Cleans up after an interrupted run.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                clean();
            } catch (Exception | AssertionError error) {
                System.err.println("not deleted: " + folder + ": " + error);
            }
        }));
    }

    @After
    public synchronized void clean() throws Exception {
        if (folder != null && Files.exists(folder)) {
            nodes.forEach(RealNode::close);
            if (Files.exists(folder.resolve("noexec"))) {
                RealNode.run("umount", folder.resolve("noexec").toString());
            }
            RealNode.run("rm", "-rf", folder.toString());
        }
    }

    RealNode node(String name, String... settings) throws Exception {
        RealNode node = new RealNode(folder, name, settings);
        nodes.add(node);
        return node;
    }
}
