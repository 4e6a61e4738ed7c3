// A verifier that answers obligato's protocol, with Gson: put yours into `decide`.
//     javac -cp gson.jar Kit.java && java -cp gson.jar:. Kit

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class Kit {
    static final String DECLARED =
        "{\"version\":\"obligato/verifier/1\",\"name\":\"kit\",\"language\":\"Java\","
            + "\"decides\":[\"plan\",\"finish\"],\"claims\":[],\"limits\":{\"batch\":64}}";
    static final String ERROR = "{\"error\":{\"message\":\"unknown message\"}}";

    /** Returns a verdict on a case: here is the place for your verifier. */
    static JsonObject decide(JsonObject document) {
        JsonObject said = new JsonObject();
        if (document.get("schema").getAsString().equals("obligato/case/1")) {
            said.addProperty("verdict", "reject");
            return said;
        }
        JsonElement claims = document.getAsJsonObject("certificate").get("claims");
        said.addProperty("verdict", "continue");
        if (claims == null || claims.getAsJsonArray().size() == 0) {
            JsonArray codes = new JsonArray();
            codes.add("MISSING_SLOT");
            said.add("codes", codes);
        }
        return said;
    }

    static JsonObject answer(JsonObject asked) {
        JsonObject said;
        try {
            said = decide(asked.getAsJsonObject("case"));
        } catch (RuntimeException error) {
            JsonObject why = new JsonObject();
            why.addProperty("message", error.toString());
            said = new JsonObject();
            said.add("errored", why);
        }
        said.add("seq", asked.get("seq"));
        return said;
    }

    static String reply(JsonObject message) {
        if (!message.has("batch")) return answer(message).toString();
        JsonArray said = new JsonArray();
        for (JsonElement one : message.getAsJsonArray("batch")) {
            said.add(answer(one.getAsJsonObject()));
        }
        JsonObject reply = new JsonObject();
        reply.add("batch", said);
        return reply.toString();
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, "UTF-8");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonObject message = new JsonObject();
            try {
                message = JsonParser.parseString(line).getAsJsonObject();
            } catch (RuntimeException error) {
                // no object: answered below, like any unknown message
            }
            String cmd = message.has("cmd") ? message.get("cmd").getAsString() : "";
            if (cmd.equals("stop")) return;
            if (cmd.equals("start")) out.println(DECLARED);
            else out.println(cmd.equals("run") ? reply(message) : ERROR);
        }
    }
}
