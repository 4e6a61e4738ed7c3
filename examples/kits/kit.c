/* A verifier that answers obligato's protocol, with Jansson: put yours into `decide`.
       cc kit.c -ljansson -o kit */

#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *DECLARED =
    "{\"version\":\"obligato/verifier/1\",\"name\":\"kit\",\"language\":\"C\","
    "\"decides\":[\"plan\",\"finish\"],\"claims\":[],\"limits\":{\"batch\":64}}";

static const char *text(json_t *object, const char *key) {
    const char *found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

/* A verdict on a case: here is the place for your verifier. */
static json_t *decide(json_t *document) {
    const char *schema = text(document, "schema");
    if (!strcmp(schema, "obligato/case/1"))
        return json_pack("{s:s}", "verdict", "reject");
    if (strcmp(schema, "obligato/finish/1"))
        return json_pack("{s:{s:s}}", "errored", "message", "unknown schema");
    json_t *certificate = json_object_get(document, "certificate");
    if (!json_array_size(json_object_get(certificate, "claims")))
        return json_pack("{s:s, s:[s]}", "verdict", "continue", "codes", "MISSING_SLOT");
    return json_pack("{s:s}", "verdict", "continue");
}

static json_t *answer(json_t *asked) {
    json_t *said = decide(json_object_get(asked, "case"));
    json_object_set(said, "seq", json_object_get(asked, "seq"));
    return said;
}

static json_t *reply(json_t *message) {
    json_t *batch = json_object_get(message, "batch"), *one;
    size_t i;
    if (strcmp(text(message, "cmd"), "run"))
        return json_pack("{s:{s:s}}", "error", "message", "unknown message");
    if (!batch)
        return answer(message);
    json_t *said = json_array();
    json_array_foreach(batch, i, one) json_array_append_new(said, answer(one));
    return json_pack("{s:o}", "batch", said);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    for (ssize_t n; (n = getline(&line, &size, stdin)) > 0;) {
        json_t *message = json_loadb(line, (size_t)n, JSON_ALLOW_NUL, NULL);
        const char *cmd = text(message, "cmd");
        if (!strcmp(cmd, "stop")) {
            json_decref(message);
            break;
        }
        if (!strcmp(cmd, "start")) {
            puts(DECLARED);
        } else {
            json_t *said = reply(message);
            json_dumpf(said, stdout, JSON_COMPACT);
            putchar('\n');
            json_decref(said);
        }
        fflush(stdout);
        json_decref(message);
    }
    free(line);
    return 0;
}
