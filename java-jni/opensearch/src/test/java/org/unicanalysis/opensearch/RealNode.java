package org.unicanalysis.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A node of the real distribution in a separate process, not run by root, with the plugin installed by the engine's command. The
 * property {@code unic.distribution} names the folder of the distribution (java-jni/distribution), {@code unic.plugin} the file of
 * the plugin.
 */
final class RealNode implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

    final Path home;
    final int http = freePort();
    final int transport = freePort();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final List<String> environment = new ArrayList<>();
    private String options = "";
    private volatile Process process;

    /** Copies the distribution to a folder that every user can access. */
    RealNode(Path folder, String name, String... settings) throws Exception {
        home = folder.resolve(name);
        run("cp", "-r", System.getProperty("unic.distribution"), home.toString());
        List<String> lines = new ArrayList<>(List.of(
                "node.name: " + name,
                "network.host: 127.0.0.1",
                "http.port: " + http,
                "transport.port: " + transport,
                "cluster.routing.allocation.disk.threshold_enabled: false"));
        lines.addAll(Arrays.asList(settings));
        configure(lines);
        own();
    }

    void configure(List<String> lines) throws IOException {
        Files.write(home.resolve("config/opensearch.yml"), lines);
    }

    void set(String variable, String value) {
        environment.add(variable + "=" + value);
    }

    /** Adds an option of the node's JVM. */
    void option(String option) {
        options += option + " ";
    }

    private void own() throws Exception {
        if (IS_ROOT) {
            run("chown", "-R", "nobody", home.toString());
        }
    }

    /** Runs the engine's plugin command and returns its output. */
    String plugin(String... arguments) throws Exception {
        List<String> command = user();
        command.add(home.resolve("bin/opensearch-plugin").toString());
        command.addAll(Arrays.asList(arguments));
        return run(command.toArray(new String[0]));
    }

    void install() throws Exception {
        install(Path.of(System.getProperty("unic.plugin")));
    }

    /** Runs a command in a folder that the other user can read. */
    void install(Path plugin) throws Exception {
        Path zip = home.resolveSibling("plugin.zip");
        Files.copy(plugin, zip, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        plugin("install", "--batch", zip.toUri().toString());
    }

    private List<String> user() {
        List<String> command = new ArrayList<>();
        // The node ends with the thread that started it, even if this process is killed.
        command.addAll(List.of("setpriv", "--pdeathsig=KILL"));
        if (IS_ROOT) {
            command.addAll(List.of("--reuid=nobody", "--regid=nogroup", "--clear-groups"));
        }
        command.addAll(List.of(
                "env",
                "HOME=" + home,
                "JAVA_HOME=" + System.getProperty("java.home"),
                "OPENSEARCH_JAVA_HOME=" + System.getProperty("java.home"),
                "OPENSEARCH_JAVA_OPTS=-Xms384m -Xmx384m " + options));
        command.addAll(environment);
        return command;
    }

    void start() throws IOException {
        List<String> command = user();
        command.add(home.resolve("bin/opensearch").toString());
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("output.txt").toFile()))
                .start();
    }

    /** Waits until the node responds; returns false if its process ends. */
    boolean isUp() throws Exception {
        return isUp("");
    }

    /** Waits for the node and an index ({@code /name}), or all of them; others may have shards that do not open. */
    boolean isUp(String index) throws Exception {
        for (int second = 0; second < 180; second++) {
            if (!process.isAlive()) {
                return false;
            }
            try {
                if (send("GET", "/_cluster/health" + index + "?wait_for_status=yellow&timeout=1s", null).status() == 200) {
                    return true;
                }
            } catch (IOException notYet) {
                // The port is not open yet.
            }
            Thread.sleep(1000);
        }
        return false;
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    void startAndWait() throws Exception {
        start();
        if (!isUp()) {
            throw new AssertionError("the node does not start:\n" + output());
        }
    }

    /** The complete log of the node. */
    String log() throws IOException {
        return Files.readString(home.resolve("output.txt"));
    }

    /** The end of the log. */
    String output() throws IOException {
        String all = log();
        return all.substring(Math.max(0, all.length() - 6000));
    }

    /** A response and its warnings. */
    record Answer(int status, JsonNode body, List<String> warnings) {}

    Answer send(String method, String path, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    JSON.readTree(response.body()),
                    response.headers().allValues("Warning"));
        } catch (IOException error) {
            if (process.isAlive()) {
                throw error;
            }
            throw new IOException("the node is gone:\n" + output(), error);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    JsonNode ok(String method, String path, String body) throws IOException {
        Answer answer = send(method, path, body);
        if (answer.status() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.status() + " " + answer.body());
        }
        return answer.body();
    }

    /** Kills the node immediately, like a failure of the machine. */
    void kill() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            await();
        }
    }

    /** Stops the node like an operator. */
    void stop() {
        process.destroy();
        process.descendants().forEach(ProcessHandle::destroy);
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    @Override
    public void close() {
        kill();
    }

    static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + ":\n" + output);
        }
        return output;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }
}
