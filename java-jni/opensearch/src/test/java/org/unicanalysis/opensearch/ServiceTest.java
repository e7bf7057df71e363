package org.unicanalysis.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * The rows of the tables <i>Index definition</i>, <i>Analyzer definition</i>, <i>Endpoints</i>, <i>Search body</i> and
 * <i>Search response</i> of the service's description, each over REST. Typed paths of the 5.x line are sent as the paths of
 * engines without mapping types: {@code /{index}/_doc/{id}}, {@code /{index}/_search}.
 */
public class ServiceTest {
    private static final String DEFINITION = json("{'settings':{'index':{'number_of_shards':2,'number_of_replicas':0,'analysis':{"
            + "'tokenizer':{'short':{'type':'hyphen','max_token_length':8},"
            + "'runs':{'type':'unic_tokenizer','myanmar_as_words':false}},"
            + "'filter':{'parts':{'type':'hyphen','hyphens':'-+\\'','subwords':true,'respect_keywords':true},"
            + "'marker':{'type':'keyword_marker','keywords':['C++','AT&T']},"
            + "'simplified':{'type':'unic_transform','id':'Traditional-Simplified'},"
            + "'own':{'type':'unic_transform','id':'Own','dir':'forward','rules':'a > b; b > c;'},"
            + "'spell':{'type':'unic_numberformat','locale':'en_US','format':'spellout','lenient':false}},"
            + "'char_filter':{'nfkc':{'type':'unic_normalizer'}},"
            + "'analyzer':{"
            + "'words':{'type':'custom','tokenizer':'hyphen','filter':['marker','parts','lowercase']},"
            + "'one':{'type':'custom','tokenizer':'whitespace','filter':'parts'},"
            + "'mapped':{'type':'custom','char_filter':'nfkc','tokenizer':'short','filter':[]},"
            + "'dashed':{'type':'hyphen'},"
            + "'syllables':{'type':'custom','tokenizer':'runs'},"
            + "'chinese':{'type':'custom','tokenizer':'unic_tokenizer','filter':['simplified']},"
            + "'replaced':{'type':'custom','tokenizer':'whitespace','filter':['own']},"
            + "'numbers':{'type':'custom','tokenizer':'keyword','filter':['spell']},"
            + "'natural':{'type':'naturalsort','locale':'de','digit':3,'maxTokens':6,'bufferSize':256},"
            + "'book':{'type':'unic_collation','locale':'de@collation=phonebook','strength':'primary'}}}}},"
            + "'mappings':{'properties':{"
            + "'title':{'type':'text','analyzer':'words','store':true,'fields':{"
            + "'encoded':{'type':'text','fielddata':true,'analyzer':'natural'},"
            + "'book':{'type':'text','fielddata':true,'analyzer':'book'}}},"
            + "'number':{'type':'text','analyzer':'numbers'}}}}");

    private final TestNode node = TestNode.get();

    private static String json(String text) {
        return text.replace("\\'", "\u0000").replace('\'', '"').replace('\u0000', '\'');
    }

    @Before
    public void create() {
        JsonNode created = node.ok("PUT", "/service", DEFINITION);
        assertTrue(created.get("acknowledged").asBoolean());
        assertEquals("service", created.get("index").asText());
    }

    @After
    public void clean() {
        node.send("DELETE", "/service", null);
        node.send("DELETE", "/service2", null);
    }

    private JsonNode put(int id, String title) {
        return node.ok(
                "PUT",
                "/service/_doc/" + id + "?refresh=true",
                TestNode.JSON.createObjectNode().put("title", title).toString());
    }

    private List<String> terms(String analyzer, String text) {
        List<String> terms = new ArrayList<>();
        node.ok("POST", "/service/_analyze", TestNode.JSON.createObjectNode().put("analyzer", analyzer).put("text", text).toString())
                .get("tokens")
                .forEach(token -> terms.add(token.get("token").asText()));
        return terms;
    }

    private JsonNode search(String path, String body) {
        return node.ok("POST", path, json(body));
    }

    private static List<String> ids(JsonNode answer) {
        List<String> ids = new ArrayList<>();
        answer.at("/hits/hits").forEach(hit -> ids.add(hit.get("_id").asText()));
        return ids;
    }

    @Test
    public void settingsContainTheDefinition() {
        JsonNode analysis = node.ok("GET", "/service/_settings", null).at("/service/settings/index/analysis");
        assertEquals("8", analysis.at("/tokenizer/short/max_token_length").asText());
        assertEquals("-+'", analysis.at("/filter/parts/hyphens").asText());
        assertEquals("parts", analysis.at("/analyzer/one/filter").asText());
        assertEquals("C++", analysis.at("/filter/marker/keywords/0").asText());
        assertEquals("de@collation=phonebook", analysis.at("/analyzer/book/locale").asText());
        // A definition with dotted keys is equivalent.
        node.ok("PUT", "/service2", json("{'settings':{'index.analysis.analyzer.a.type':'naturalsort','index.analysis.analyzer.a.locale':'de'}}"));
        assertEquals("naturalsort", node.ok("GET", "/service2/_settings", null).at("/service2/settings/index/analysis/analyzer/a/type").asText());
    }

    @Test
    public void mappingContainsTheFields() {
        JsonNode title = node.ok("GET", "/service/_mapping", null).at("/service/mappings/properties/title");
        assertEquals("text", title.get("type").asText());
        assertEquals("words", title.get("analyzer").asText());
        assertTrue(title.get("store").asBoolean());
        assertEquals("text", title.at("/fields/encoded/type").asText());
        assertTrue(title.at("/fields/encoded/fielddata").asBoolean());
        assertEquals("natural", title.at("/fields/encoded/analyzer").asText());
    }

    @Test
    public void analyzersAcceptEveryFormOfTheirDefinition() {
        assertEquals(List.of("e-book", "ebook", "book"), terms("words", "E-Book"));
        assertEquals(List.of("c++"), terms("words", "C++"));
        assertEquals(List.of("at&t"), terms("words", "AT&T"));
        assertEquals(List.of("E-Book", "EBook", "Book"), terms("one", "E-Book"));
        assertEquals(terms("dashed", "E-Book"), terms("dashed", "E-Book,"));
        assertTrue(terms("dashed", "E-Book").containsAll(List.of("E-Book", "EBook", "Book")));
        // A ligature and a sharp s; tokens of more than eight units are dropped.
        assertEquals(List.of("office"), terms("mapped", "o\uFB03ce"));
        assertEquals(List.of("strasse"), terms("mapped", "Straße"));
        assertEquals(List.of("donau"), terms("mapped", "Donaudampfschiff Donau"));
        assertTrue(terms("syllables", "မြန်မာ").size() > 1);
        assertEquals(List.of("汉字"), terms("chinese", "漢字"));
        assertEquals(List.of("bc"), terms("replaced", "ab"));
        assertEquals(1, terms("natural", "Band 10, Teil 2").size());
        assertEquals(terms("book", "Göthe"), terms("book", "Goethe"));
    }

    @Test
    public void tokensHaveTheirFields() {
        JsonNode tokens = node.ok("POST", "/service/_analyze", json("{'analyzer':'chinese','text':'漢字 abc'}")).get("tokens");
        JsonNode last = tokens.get(tokens.size() - 1);
        assertEquals("abc", last.get("token").asText());
        assertEquals(3, last.get("start_offset").asInt());
        assertEquals(6, last.get("end_offset").asInt());
        assertEquals("<ALPHANUM>", last.get("type").asText());
        assertEquals(tokens.size() - 1, last.get("position").asInt());
        assertEquals("<IDEOGRAPHIC>", tokens.get(0).get("type").asText());
        assertEquals(0, tokens.get(0).get("position").asInt());
    }

    @Test
    public void indexingReportsTheResult() {
        JsonNode first = put(1, "Das E-Book");
        assertEquals("service", first.get("_index").asText());
        assertEquals("1", first.get("_id").asText());
        assertEquals(1, first.get("_version").asInt());
        assertEquals("created", first.get("result").asText());
        assertEquals(1, first.at("/_shards/successful").asInt());
        assertEquals("updated", put(1, "Das Ebook").get("result").asText());
    }

    @Test
    public void queriesFindEverySpelling() {
        put(1, "Das E-Book von gestern");
        put(2, "Das Ebook von heute");
        put(3, "Programme in C++ schreiben");
        put(4, "Programme in C schreiben");
        for (String word : new String[] {"E-Book", "e-book", "ebook", "EBOOK"}) {
            String simple = "{'query':{'simple_query_string':{'query':'" + word + "','fields':['title'],'default_operator':'and'}}}";
            assertTrue(word, ids(search("/service/_search", simple)).contains("1"));
            assertTrue(word, ids(search("/service/_search", "{'query':{'match':{'title':'" + word + "'}}}")).contains("2"));
        }
        assertEquals(List.of("3"), ids(search("/service/_search", "{'query':{'simple_query_string':{'query':'C\\\\+\\\\+','fields':['title'],'default_operator':'and'}}}")));
        assertEquals(List.of("4"), ids(search("/service/_search", "{'query':{'match':{'title':'C'}}}")));
        // Queries for any of the words, and for all of them.
        assertEquals(4, ids(search("/service/_search", "{'query':{'match':{'title':'Das Programme'}}}")).size());
        assertEquals(0, ids(search("/service/_search", "{'query':{'match':{'title':{'query':'Das Programme','operator':'and'}}}}")).size());
    }

    @Test
    public void numbersAreFoundAsDigitsAndAsWords() {
        node.ok("PUT", "/service/_doc/1?refresh=true", json("{'number':'21'}"));
        node.ok("PUT", "/service/_doc/2?refresh=true", json("{'number':'twenty-one'}"));
        assertEquals(2, ids(search("/service/_search", "{'query':{'match':{'number':'21'}}}")).size());
        assertEquals(2, ids(search("/service/_search", "{'query':{'match':{'number':'twenty-one'}}}")).size());
    }

    @Test
    public void searchResponsesHaveEveryField() {
        put(1, "Band 10");
        put(2, "Band 2");
        put(3, "Göthe");
        JsonNode scored = search("/service/_search", "{'query':{'match':{'title':'Band'}}}");
        assertTrue(scored.get("took").isInt());
        assertFalse(scored.get("timed_out").asBoolean());
        assertEquals(2, scored.at("/_shards/total").asInt());
        assertEquals(2, scored.at("/_shards/successful").asInt());
        assertEquals(0, scored.at("/_shards/failed").asInt());
        assertEquals(2, scored.at("/hits/total/value").asInt());
        assertEquals("eq", scored.at("/hits/total/relation").asText());
        assertTrue(scored.at("/hits/max_score").isNumber());
        JsonNode hit = scored.at("/hits/hits/0");
        assertEquals("service", hit.get("_index").asText());
        assertTrue(hit.get("_score").isNumber());
        assertTrue(hit.at("/_source/title").asText().startsWith("Band"));
        // Sorted hits: no score, numbers by value, keys as text that is valid in JSON.
        JsonNode sorted = search(
                "/service/_search",
                "{'query':{'match_all':{}},'stored_fields':'title','sort':{'title.encoded':{'order':'asc'}}}");
        assertEquals(List.of("2", "1", "3"), ids(sorted));
        assertTrue(sorted.at("/hits/max_score").isNull());
        hit = sorted.at("/hits/hits/0");
        assertTrue(hit.get("_score").isNull());
        assertEquals("[\"Band 2\"]", hit.at("/fields/title").toString());
        assertFalse(hit.has("_source"));
        assertEquals(1, hit.get("sort").size());
        assertTrue(hit.at("/sort/0").isTextual());
        // A client of the 5.x line expects a number.
        assertEquals(3, search("/service/_search?rest_total_hits_as_int=true", "{'query':{'match_all':{}}}").at("/hits/total").asInt());
        // A path without an index searches all indices.
        assertTrue(ids(search("/_search", "{'query':{'match':{'title':'Band'}},'sort':{'title.encoded':{'order':'desc','unmapped_type':'long'}}}")).containsAll(List.of("1", "2")));
        // Göthe and Goethe are equal at the field's strength in the phonebook collation.
        put(4, "Goethe");
        List<String> book = ids(search("/service/_search", "{'query':{'match_all':{}},'sort':[{'title.book':'desc'}]}"));
        assertEquals(List.of("3", "4"), book.subList(0, 2).stream().sorted().toList());
    }

    @Test
    public void reorderAcceptsItsSpecialCodesOnlyAlone() {
        for (String code : new String[] {"default", "none"}) {
            TestNode.Answer answer = node.send(
                    "PUT",
                    "/service2",
                    json("{'settings':{'analysis':{'analyzer':{'a':{'type':'unic_collation','locale':'en','reorder':['" + code + "','grek']}}}}}"));
            assertEquals(answer.body().toString(), 400, answer.status());
            assertEquals("illegal_argument_exception", answer.body().at("/error/type").asText());
            assertTrue(answer.body().toString(), answer.body().at("/error/reason").asText().contains("(at /settings/analysis/analyzer/a/reorder"));
        }
    }

    /** Errors contain a JSON pointer, and the nearest or the allowed values. */
    @Test
    public void invalidDefinitionsReportTheirLocation() {
        String[][] cases = {
            {"{'settings':{'analysis':{'filter':{'f':{'type':'unic_normalizer','nane':'nfc'}}}}}", "nane", "did you mean", "filter/f/nane"},
            {"{'settings':{'analysis':{'filter':{'f':{'type':'unic_normalizer','name':'nfq'}}}}}", "nfq", "nfkc", "filter/f/name"},
            {"{'settings':{'analysis':{'analyzer':{'a':{'type':'unic_collation','strength':'strong'}}}}}", "strong", "tertiary", "analyzer/a/strength"},
            {"{'settings':{'analysis':{'analyzer':{'a':{'type':'naturalsort','digits':'many'}}}}}", "digits", "integer", "analyzer/a/digits"},
            {"{'settings':{'analysis':{'tokenizer':{'t':{'type':'unic_tokenizer','rule_files':'Latn:missing.rbbi'}}}}}", "missing.rbbi", "rule", "tokenizer/t/rule_files"},
            {"{'settings':{'analysis':{'filter':{'f':{'type':'unic_transform','id':'Nowhere-Latin'}}}}}", "Nowhere-Latin", "transform", "filter/f/id"},
        };
        for (String[] one : cases) {
            TestNode.Answer answer = node.send("PUT", "/service2", json(one[0]));
            String body = answer.body().toString();
            assertEquals(body, 400, answer.status());
            assertTrue(body, body.contains(one[1]) && body.contains(one[2]) && body.contains("(at /settings/analysis/" + one[3]));
        }
    }

    /** Names are parts of JSON pointers; values are not changed, whatever they contain. */
    @Test
    public void errorsOfUnusualNamesAndValues() {
        String component = "{'settings':{'analysis':{'filter':{'a/b~c)':{'type':'unic_normalizer',%s}}}}}";
        String field = "{'mappings':{'properties':{'a/b~c)':{'type':'unic_collation_keyword','locale':'de','strength':'%s'}}}}";
        String pointer = "/settings/analysis/filter/a~1b~0c)/";
        String[][] cases = {
            {component.formatted("'name':'c0'"), "wrong_value: `name` is \"c0\"; allowed", "(at " + pointer + "name)"},
            {component.formatted("'nane':'c0'"), "unknown_option: the token filter \"a/b~c)\" (type", "(at " + pointer + "nane)"},
            {component.formatted("'unicode_set_filter':'[c0) (at /analysis/x)'"), "the set \"[c0) (at /analysis/x)\"", "(at " + pointer + "unicode_set_filter)"},
            {component.formatted("'name':'x','mode':'y'"), "wrong_value: `mode` is \"y\"", pointer + "mode)\nwrong_value: `name` is \"x\""},
            {field.formatted("c0"), "wrong_value: `strength` is \"c0\"; allowed", "(at /mappings/properties/a~1b~0c)/strength)"},
        };
        for (String[] one : cases) {
            TestNode.Answer answer = node.send("PUT", "/service2", json(one[0]));
            String reason = answer.body().at("/error/reason").asText();
            assertEquals(reason, 400, answer.status());
            assertTrue(reason, reason.contains(one[1]) && reason.contains(one[2]));
        }
    }

    @Test
    public void analyzerOfAFieldCannotBeChanged() {
        TestNode.Answer answer = node.send("PUT", "/service/_mapping", json("{'properties':{'title':{'type':'text','analyzer':'one','store':true}}}"));
        assertEquals(400, answer.status());
        assertTrue(answer.body().toString(), answer.body().toString().contains("Cannot update parameter [analyzer] from [words] to [one]"));
        put(1, "E-Book");
        assertEquals(List.of("1"), ids(search("/service/_search", "{'query':{'match':{'title':'ebook'}}}")));
    }

    @Test
    public void neitherIcuNorLucenesIcuModuleIsLoaded() {
        for (String name : new String[] {"com.ibm.icu.text.Collator", "org.apache.lucene.analysis.icu.ICUFoldingFilter"}) {
            assertThrows(name, ClassNotFoundException.class, () -> Class.forName(name));
        }
    }
}
