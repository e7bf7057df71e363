package org.unicanalysis.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.cluster.metadata.MetadataCreateIndexService;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** A node of the engine inside this JVM, accessed over HTTP. Its folder is deleted when the JVM exits. */
public final class TestNode {
    /** Reads and writes JSON. */
    public static final ObjectMapper JSON = new ObjectMapper();

    /** The response to a request. */
    public record Answer(int status, JsonNode body, List<String> warnings) {}

    /** Class name of the plugin. */
    public static final String PLUGIN = "org.unicanalysis.opensearch.UnicAnalysisPlugin";

    private static TestNode instance;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path home;
    private final Node node;
    private final String address;

    /**
     * Starts a node with the engine's built-in components.
     *
     * @param more additional settings of the node
     * @param plugins class names
     */
    public TestNode(Settings more, String... plugins) throws Exception {
        Path folder = Path.of(System.getProperty("unic.test.directory"));
        Files.createDirectories(folder);
        home = Files.createTempDirectory(folder, "home-");
        Files.createDirectories(home.resolve("config"));
        Settings settings = Settings.builder()
                .put("path.home", home.toString())
                .put("path.repo", home.toString())
                .put("node.name", "test")
                .put("cluster.name", "unic-test-" + ProcessHandle.current().pid())
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", "0")
                .put("transport.port", "0")
                .put("transport.type", "netty4")
                .put("http.type", "netty4")
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .put("cluster.max_shards_per_node", 100_000)
                .put(more)
                .build();
        node = new Embedded(new Environment(settings, home.resolve("config")), plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        node.start();
        InetSocketAddress bound = node.injector()
                .getInstance(HttpServerTransport.class)
                .boundAddress()
                .publishAddress()
                .address();
        address = "http://127.0.0.1:" + bound.getPort();
    }

    /** The node with the plugin that all tests of this JVM share; unknown options are errors. */
    public static synchronized TestNode get() {
        if (instance == null) {
            try {
                instance = new TestNode(Settings.builder().put("unic.strict", true).build(), PLUGIN);
            } catch (Exception error) {
                throw new IllegalStateException("the node does not start", error);
            }
        }
        return instance;
    }

    /** The folder of rule files. */
    public Path config() {
        return home.resolve("config");
    }

    /** An object of the node's injector. */
    public <T> T instance(Class<T> type) {
        return node.injector().getInstance(type);
    }

    /** Accepts private settings of new indices, as from another library, or rejects them, as the engine does. */
    public void acceptPrivateSettings(boolean accepts) throws ReflectiveOperationException {
        Field forbids = MetadataCreateIndexService.class.getDeclaredField("forbidPrivateIndexSettings");
        forbids.setAccessible(true);
        forbids.setBoolean(instance(MetadataCreateIndexService.class), !accepts);
    }

    /** Sends a request. */
    public Answer send(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(120))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    JSON.readTree(response.body()),
                    response.headers().allValues("Warning"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    /** The response to a request that must succeed. */
    public JsonNode ok(String method, String path, String body) {
        Answer answer = send(method, path, body);
        if (answer.status() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.status() + " " + answer.body());
        }
        return answer.body();
    }

    private void close() {
        try {
            node.close();
        } catch (IOException error) {
            System.err.println("the node does not close: " + error);
        }
        try (Stream<Path> files = Files.walk(home)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException error) {
            System.err.println("not deleted: " + home);
        }
    }

    /** Plugins on the class path: classes in the 2.x line, descriptors in the 3.x line. */
    private static final class Embedded extends Node {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Embedded(Environment environment, String[] more) throws ClassNotFoundException {
            super(environment, (Collection) plugins(more), false);
        }

        private static List<Object> plugins(String[] more) throws ClassNotFoundException {
            boolean old = Version.CURRENT.major < 3;
            List<String> names = new ArrayList<>(List.of(more));
            names.add(
                    old
                            ? "org.opensearch.analysis.common.CommonAnalysisPlugin"
                            : "org.opensearch.analysis.common.CommonAnalysisModulePlugin");
            names.add(old ? "org.opensearch.transport.Netty4Plugin" : "org.opensearch.transport.Netty4ModulePlugin");
            List<Object> plugins = new ArrayList<>();
            for (String name : names) {
                Class<?> plugin = Class.forName(name);
                plugins.add(
                        old
                                ? plugin
                                : new PluginInfo(
                                        name, "test", "1", Version.CURRENT, "17", name, null, List.of(), false));
            }
            return plugins;
        }
    }
}
