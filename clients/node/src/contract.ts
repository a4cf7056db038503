/** Types of the API. Written by tools/node_client_types.ts. */

export interface paths {
    "/survey-check/v021": {
        /**
         * Analyze a participant's responses (v021)
         * @description If a check fails to run, the response is 200 with `error: true` and a `warning`, never a clean pass. A new request for the same survey and participant replaces the earlier analysis.
         */
        post: operations["checkSurveyV021"];
    };
    "/survey-check/v012": {
        /**
         * Analyze a participant's responses (v012)
         * @description If a check fails to run, the response is 200 with `error: true` and a `warning`, never a clean pass. A new request for the same survey and participant replaces the earlier analysis.
         */
        post: operations["checkSurveyV012"];
    };
    "/survey-check/latest": {
        /**
         * Analyze a participant's responses (latest)
         * @description If a check fails to run, the response is 200 with `error: true` and a `warning`, never a clean pass. A new request for the same survey and participant replaces the earlier analysis.
         */
        post: operations["checkSurveyLatest"];
    };
    "/v1/sessions/{sessionId}/report": {
        /**
         * Report of one session
         * @description Score, explanation, recommended action and the results of all checks. Never older than the last acknowledged batch.
         */
        get: operations["getSessionReport"];
    };
    "/v1/sessions/report": {
        /**
         * Report of one session (ID in the query)
         * @description Score, explanation, recommended action and the results of all checks. Never older than the last acknowledged batch.
         */
        get: operations["getSessionReportByQuery"];
    };
    "/v1/sessions/{sessionId}/events": {
        /**
         * Event log of one session
         * @description The events of the session, in order. Without parameters, the whole log; with `limit` and `after`, pages of it.
         */
        get: operations["getSessionEvents"];
    };
    "/v1/sessions/events": {
        /**
         * Event log of one session (ID in the query)
         * @description The events of the session, in order. Without parameters, the whole log; with `limit` and `after`, pages of it.
         */
        get: operations["getSessionEventsByQuery"];
    };
    "/v1/users/{userId}/sessions": {
        /**
         * Sessions of one user
         * @description At most 100 sessions, most recently started first. `user_logs` holds the newest 500 entries of each session; the event log has them all. An unknown user returns an empty list.
         */
        get: operations["listUserSessions"];
    };
    "/v1/users/sessions": {
        /**
         * Sessions of one user (ID in the query)
         * @description At most 100 sessions, most recently started first. `user_logs` holds the newest 500 entries of each session; the event log has them all. An unknown user returns an empty list.
         */
        get: operations["listUserSessionsByQuery"];
    };
    "/v1/tags/{tag}/sessions": {
        /**
         * Sessions with one tag
         * @description At most 100 sessions, most recently started first. `user_logs` holds the newest 500 entries of each session; the event log has them all. An unknown tag returns an empty list.
         */
        get: operations["listTagSessions"];
    };
    "/v1/tags/sessions": {
        /**
         * Sessions with one tag (ID in the query)
         * @description At most 100 sessions, most recently started first. `user_logs` holds the newest 500 entries of each session; the event log has them all. An unknown tag returns an empty list.
         */
        get: operations["listTagSessionsByQuery"];
    };
    "/v1/sessions": {
        /**
         * List sessions
         * @description Sessions that match the filters. With `complete: false`, `next` continues the search.
         */
        get: operations["listSessions"];
    };
    "/v1/sessions/{sessionId}/label": {
        /**
         * Label of a session
         * @description The label that overrides the computed action, or null.
         */
        get: operations["getSessionLabel"];
        /**
         * Label a session
         * @description `person` makes the effective action `Auto-accept`, `bot` makes it `Auto-reject or high-priority review`. Replaces an earlier label. The computed action stays as it is.
         */
        put: operations["setSessionLabel"];
        /**
         * Remove the label of a session
         * @description The computed action applies again. Removing a label that does not exist succeeds.
         */
        delete: operations["clearSessionLabel"];
    };
    "/v1/exports/sessions": {
        /**
         * Export sessions
         * @description One row per session with the fields of the list. Oldest first, streamed. To resume, send the `cursor` of the last complete row; CSV then has no header line.
         */
        get: operations["exportSessions"];
    };
    "/v1/exports/events": {
        /**
         * Export events
         * @description One row per entry of the event logs of the sessions. Oldest first, streamed. To resume, send the `cursor` of the last complete row; CSV then has no header line.
         */
        get: operations["exportEvents"];
    };
    "/v1/webhooks": {
        /**
         * List webhooks
         * @description All webhooks of the workspace, without their secrets.
         */
        get: operations["listWebhooks"];
        /**
         * Create a webhook
         * @description At most 20 per workspace. No other response contains the signing secret.
         */
        post: operations["createWebhook"];
    };
    "/v1/webhooks/{id}": {
        /**
         * Get a webhook
         * @description One webhook and the state of its latest delivery.
         */
        get: operations["getWebhook"];
        /**
         * Delete a webhook
         * @description Also deletes its deliveries.
         */
        delete: operations["deleteWebhook"];
        /**
         * Update a webhook
         * @description Absent fields stay as they are. `enabled: true` enables a webhook that the service disabled.
         */
        patch: operations["updateWebhook"];
    };
    "/v1/webhooks/{id}/rotate": {
        /**
         * Rotate the secret of a webhook
         * @description Requests are signed with both secrets during the overlap: 0, 1, 24 (default) or 72 hours.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/v1/webhooks/{id}/test": {
        /**
         * Send a test event
         * @description Sends one event of the type `test` now and returns the result of the attempt.
         */
        post: operations["testWebhook"];
    };
    "/v1/webhooks/{id}/deliveries": {
        /**
         * List deliveries of a webhook
         * @description Deliveries of the last thirty days, newest first.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/v1/deliveries/{id}/redeliver": {
        /**
         * Send a delivery again
         * @description Queues the same event again, with the same `webhook-id`.
         */
        post: operations["redeliverWebhook"];
    };
    "/v1/surveys": {
        /**
         * List surveys
         * @description At most 500 surveys, the one with the latest response first.
         */
        get: operations["listSurveys"];
    };
    "/v1/surveys/{surveyId}": {
        /**
         * Outcome of a survey
         * @description How many participants failed a check, and how many have each verdict. Files, the dashboard and the command line count in the same way.
         */
        get: operations["getSurvey"];
    };
    "/v1/surveys/{surveyId}/participants": {
        /**
         * List participants of a survey
         * @description The newest participant first. With `q`, one page without a cursor. With `low_effort_threshold`, a page may have few or no items although `next` continues the search.
         */
        get: operations["listParticipants"];
    };
    "/v1/surveys/{surveyId}/participants/{participantId}": {
        /**
         * Result of one participant
         * @description The latest analysis of a participant: verdict, answers, every check and the evidence behind it. `analyses` lists the earlier ones.
         */
        get: operations["getParticipantResult"];
    };
    "/v1/surveys/{surveyId}/results": {
        /**
         * Results of all participants
         * @description One row per participant, newest first, streamed, compressed if the client accepts gzip. As CSV, with four columns per question. Filters select participants.
         */
        get: operations["exportSurveyResults"];
    };
    "/v1/surveys/{surveyId}/analyze-again": {
        /**
         * Progress of a new analysis
         * @description The progress of the latest request to analyze the survey again.
         */
        get: operations["getSurveyAnalyzedAgain"];
        /**
         * Analyze a survey again
         * @description Analyzes the stored responses of all participants again, in the background, with the current statistics. A second request while it runs changes nothing.
         */
        post: operations["analyzeSurveyAgain"];
    };
    "/v1/surveys/{surveyId}/participants/{participantId}/analyze-again": {
        /**
         * Analyze one participant again
         * @description Analyzes the stored response again, with the current statistics, and returns the new result.
         */
        post: operations["analyzeParticipantAgain"];
    };
    "/v1/surveys/{surveyId}/participants/{participantId}/verdict": {
        /**
         * Verdict of a reviewer
         * @description The verdict that overrides the computed one, or null.
         */
        get: operations["getParticipantVerdict"];
        /**
         * Override the verdict on a participant
         * @description The verdict becomes the effective one in lists, exports and webhooks. It replaces an earlier one and also applies to later analyses. The computed verdict stays as it is.
         */
        put: operations["setParticipantVerdict"];
        /**
         * Remove the verdict of a reviewer
         * @description The computed verdict applies again. Removing a verdict that does not exist succeeds.
         */
        delete: operations["clearParticipantVerdict"];
    };
    "/v1/surveys/{surveyId}/references": {
        /**
         * List reference answers
         * @description What chatbots answer to the questions of a survey, by question.
         */
        get: operations["listReferences"];
        /**
         * Set the reference answers to a question
         * @description Replaces the reference answers to one question, and says how many of the answers in the request are usable. Participants are analyzed again in the background.
         */
        put: operations["setReferences"];
        /**
         * Delete the reference answers to a question
         * @description Deletes the reference answers. In the background, participants get the results back that they had without them.
         */
        delete: operations["removeReferences"];
    };
    "/v1/surveys/{surveyId}/references/ask": {
        /**
         * Ask a chatbot for reference answers
         * @description Asks the model that the operator configured, and stores nothing. A workspace can ask for one question at a time.
         */
        post: operations["askChatbot"];
    };
    "/v1/surveys/{surveyId}/settings": {
        /**
         * Get the settings of a survey
         * @description The settings that apply to all participants of a survey.
         */
        get: operations["getSurveySettings"];
        /**
         * Change the settings of a survey
         * @description Replaces the settings. Participants that were analyzed already are analyzed again in the background. A survey can get settings before its first participant.
         */
        put: operations["setSurveySettings"];
    };
    "/v1/survey-jobs": {
        /**
         * List survey jobs
         * @description The newest 50 jobs. Jobs are deleted after seven days.
         */
        get: operations["listSurveyJobs"];
        /**
         * Analyze a file of survey responses
         * @description The body is the file: CSV, TSV, XLSX or NDJSON, at most 32 MiB. Options that the query omits are detected. The analysis runs in the background.
         */
        post: operations["createSurveyJob"];
    };
    "/v1/survey-jobs/{id}": {
        /**
         * Progress of a survey job
         * @description State and counts. `download` is the path of the result once the state is `done`.
         */
        get: operations["getSurveyJob"];
    };
    "/v1/survey-jobs/{id}/cancel": {
        /**
         * Cancel a survey job
         * @description Analyzed rows stay in the survey, the others are removed from it; until then, the state is `canceling`. There is no result. A job that has ended is returned as it is.
         */
        post: operations["cancelSurveyJob"];
    };
    "/v1/survey-jobs/{id}/result": {
        /**
         * Result of a survey job
         * @description All columns and cells of the file, with columns for the results, as CSV in UTF-8: the latest analysis of each row, and the effective verdict. If another request replaced the analysis, the row keeps its result; the verdict of a reviewer still applies. 404 until the job is done.
         */
        get: operations["getSurveyJobResult"];
    };
    "/v1/survey-jobs/{id}/summary": {
        /**
         * Counts of a survey job
         * @description Rows by result and by failed check. 404 until the job is done.
         */
        get: operations["getSurveyJobSummary"];
    };
    "/v1/keys": {
        /**
         * List keys
         * @description All keys of the workspace, newest first. A test key lists test keys only.
         */
        get: operations["listKeys"];
        /**
         * Create a key
         * @description No other response contains a secret key in full. `mode: "test"` creates a test key. A test key creates test keys only.
         */
        post: operations["createKey"];
    };
    "/v1/keys/{id}": {
        /**
         * Get a key
         * @description One key. A secret key is not shown in full.
         */
        get: operations["getKey"];
        /**
         * Revoke a key
         * @description Every node rejects the key within five seconds.
         */
        delete: operations["revokeKey"];
        /**
         * Update a key
         * @description Absent fields stay as they are.
         */
        patch: operations["updateKey"];
    };
    "/v1/keys/{id}/rotate": {
        /**
         * Rotate a key
         * @description Both keys are valid during the overlap: 0, 1, 24 (default) or 72 hours.
         */
        post: operations["rotateKey"];
    };
    "/v1/agents": {
        /**
         * List declared agents
         * @description Agents that sign their requests (Web Bot Auth), with their policies and keys.
         */
        get: operations["listAgents"];
    };
    "/v1/agents/{name}": {
        /**
         * Add or change a declared agent
         * @description Absent fields stay as they are. A new agent needs `url`, and `keys` unless the service fetches key directories. A change applies within five seconds.
         */
        put: operations["saveAgent"];
        /**
         * Remove a declared agent
         * @description Its signatures are no longer verified, unless the service fetches key directories.
         */
        delete: operations["removeAgent"];
    };
    "/v1/agents/verify": {
        /**
         * Verify the signature of an agent
         * @description Verifies the Web Bot Auth signature of a request that your server got. Send all headers that the signature covers. `PUT` and `DELETE` of this URL concern an agent with the name `verify`.
         */
        post: operations["verifyAgent"];
    };
    "/v1/session-clusters": {
        /**
         * List clusters of linked sessions
         * @description Sessions of several users that share a typing rhythm, a mouse path, typing statistics, a device or an IP address, among the newest 2,000 of the last seven days.
         */
        get: operations["listSessionClusters"];
    };
    "/v1/surveys/{surveyId}/methods": {
        /**
         * Methods paragraph and exclusion table
         * @description The checks, their versions and measured error rates, and how many participants were removed and why. As JSON, with a paragraph for a paper in `text`; as CSV, the exclusion table.
         */
        get: operations["getSurveyMethods"];
    };
    "/v1/settings": {
        /**
         * Settings
         * @description The settings of the workspace, with the defaults.
         */
        get: operations["getSettings"];
        /**
         * Change settings
         * @description Absent settings stay as they are. Null resets a weight or `bands` to the default. In `retention`, null keeps data forever. Past sessions are rescored in the background.
         */
        patch: operations["updateSettings"];
    };
    "/v1/settings/what-if": {
        /**
         * Preview new settings
         * @description Computes how the actions of the newest 20,000 sessions would change, and how many of their visits would have needed step-up verification at each acceptance level. Absent settings stay as they are. Nothing is saved. One preview runs at a time. Workspaces take turns; a request that waits for five seconds gets 503.
         */
        post: operations["previewSettings"];
    };
    "/v1/erasures": {
        /**
         * Erase a person's data
         * @description Deletes all data of one user, one session, or one survey participant (in one survey or all). This cannot be undone. A repeated request erases nothing and succeeds. While files with the participant are being analyzed, the erasure is queued, and `waits_for` names their jobs.
         */
        post: operations["erasePerson"];
    };
    "/v1/exports/person": {
        /**
         * Export a person's data
         * @description One JSON document with everything that an erasure of the same subject would delete. If there is no data, its lists are empty.
         */
        post: operations["exportPerson"];
    };
    "/v1/results/verify": {
        /**
         * Verify a signed result
         * @description Decrypts the result that a page passed to your server. A result can be verified any number of times within its 120 seconds; with `once`, only the first request succeeds.
         */
        post: operations["verifyResult"];
    };
    "/v1/survey-jobs/inspect": {
        /**
         * See how a file would be read
         * @description How each column would be used, and why. Takes the query and body of a new job, and stores nothing. `GET` of this URL asks for a job with the ID `inspect`.
         */
        post: operations["inspectSurveyFile"];
    };
}
export interface webhooks {
    "session.completed": {
        /**
         * Event `session.completed`
         * @description A session had no event for thirty minutes.
         */
        post: operations["receiveSessionCompleted"];
    };
    "session.risk_changed": {
        /**
         * Event `session.risk_changed`
         * @description The recommended action differs from the one that was sent last; a session begins as `Unknown`. Sent about ten seconds after the last event of a session, but not for a completed one.
         */
        post: operations["receiveSessionRiskChanged"];
    };
    "survey.flagged": {
        /**
         * Event `survey.flagged`
         * @description An analysis was flagged. Sent again when the same participant sends other answers that are flagged.
         */
        post: operations["receiveSurveyFlagged"];
    };
    "survey.changed": {
        /**
         * Event `survey.changed`
         * @description A participant was analyzed again, and the verdict or the failed checks differ from the previous analysis.
         */
        post: operations["receiveSurveyChanged"];
    };
    "survey.settled": {
        /**
         * Event `survey.settled`
         * @description No response arrived for ten minutes, and all participants were analyzed again.
         */
        post: operations["receiveSurveySettled"];
    };
    "sessions.cluster": {
        /**
         * Event `sessions.cluster`
         * @description Linked sessions were found: several users share a typing rhythm, a mouse path, typing statistics, a device or an IP address. Checked every ten minutes; sent at most once in thirty days for each cluster, even if sessions join or leave it.
         */
        post: operations["receiveSessionsCluster"];
    };
    test: {
        /**
         * Event `test`
         * @description A test was requested in the dashboard, through the API or on the command line.
         */
        post: operations["receiveTest"];
    };
}
export interface components {
    schemas: {
        /** @description Number of sessions with each action. */
        ActionCounts: {
            /** @description Sessions with `Auto-accept`. */
            accept: number;
            /** @description Sessions with `Accept with monitoring`. */
            monitor: number;
            /** @description Sessions with `Manual review or require additional verification`. */
            review: number;
            /** @description Sessions with `Auto-reject or high-priority review`. */
            reject: number;
            /** @description Sessions with `Unknown`. */
            unknown: number;
        };
        /** @description Sessions that would move from one action to another. */
        ActionMove: {
            /** @description The action with the current settings. */
            from: components["schemas"]["RecommendedAction"];
            /** @description The action with the new settings. */
            to: components["schemas"]["RecommendedAction"];
            /** @description Number of sessions. */
            count: number;
        };
        /** @description An agent to add or change. Absent fields stay as they are; a new agent needs `url`. */
        AgentChange: {
            /** @description The URL that the agent sends in `Signature-Agent`: the origin of its key directory, or the URL of its key set. */
            url?: string;
            /** @description The policy; `monitor` for a new agent. */
            policy?: components["schemas"]["AgentPolicy"];
            /** @description Public keys, as in the `keys` of a key directory (JWK set). */
            keys?: components["schemas"]["AgentKey"][];
        };
        /** @description The result of verifying the signature of a request. */
        AgentFinding: {
            /**
             * @description The request carries no agent signature.
             * @constant
             */
            status: "none";
        } | {
            /**
             * @description The signature is valid.
             * @constant
             */
            status: "verified";
            /** @description The agent. */
            verified_agent: components["schemas"]["VerifiedAgent"];
        } | {
            /**
             * @description `invalid`: forged, changed or malformed. `expired`: outside its validity period. `unverified`: the key or the host is unknown, the signature was used before, or the service did not receive a component that it covers.
             * @enum {string}
             */
            status: "invalid" | "expired" | "unverified";
            /** @description The reason in plain English. */
            reason: string;
        };
        /** @description A public key (JWK). */
        AgentKey: {
            /** @description Kind of key: `OKP`, `RSA` or `EC`. */
            kty: string;
            /** @description Curve: `Ed25519`, `P-256` or `P-384`. */
            crv?: string;
            /** @description Public key, or its first coordinate. */
            x?: string;
            /** @description Second coordinate of an EC key. */
            y?: string;
            /** @description Exponent of an RSA key. */
            e?: string;
            /** @description Modulus of an RSA key. */
            n?: string;
            /** @description The only algorithm that the key may be used with. */
            alg?: string;
            /** @description Time before which the key is not valid, in Unix seconds. */
            nbf?: number;
            /** @description Time after which the key is not valid, in Unix seconds. */
            exp?: number;
        };
        /** @description A public key of an agent. */
        AgentKeyView: {
            /** @description Thumbprint of the key, which signatures name as `keyid`. */
            key_id: string;
            /** @description The algorithm. */
            algorithm: string;
            /** @description Time before which the key is not valid, in Unix seconds; or null. */
            not_before: number | null;
            /** @description Time after which the key is not valid, in Unix seconds; or null. */
            not_after: number | null;
            /** @description Whether the private key is published, as in RFC 9421. If so, anyone can sign with it. */
            is_test_key: boolean;
        };
        /**
         * @description `allow`: requests pass. `monitor`: your application decides. `block`: requests are rejected.
         * @enum {string}
         */
        AgentPolicy: "allow" | "monitor" | "block";
        /** @description A request whose Web Bot Auth signature is to be verified. */
        AgentRequest: {
            /** @description Method of the request that your server got. */
            method: string;
            /** @description Its whole URL: scheme and host as the client used them, path and query as received. */
            url: string;
            /** @description Its headers: `signature`, `signature-input`, `signature-agent`, and all others that the signature covers. */
            headers: {
                [key: string]: string;
            };
            /** @description Site key of the page. If it has allowed origins, the URL must belong to one of them. */
            site_key: string;
        };
        /** @description Summary of one of a participant's analyses. */
        AnalysisSummary: {
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Whether the verdict or the failed checks of the latest analysis differ. */
            superseded: boolean;
        };
        /** @description One answer and its checks. */
        Answer: {
            /** @description Your ID for the question. */
            question_id: string;
            /** @description The text of the question. */
            question: string;
            /** @description The answer; empty if not answered. */
            answer: string;
            /** @description Failed checks of this answer. Empty with v012, which reports failed checks for all answers together. */
            checks: string[];
            /** @description Sentences that explain the failed checks. */
            evidence: string[];
            /** @description Every check of the API version (v012 or v021). */
            results: components["schemas"]["ExplainedCheck"][];
            /** @description Effort rating from 1 to 10; null for an empty answer and with v012. */
            effort: number | null;
            /** @description Group of at least two similar answers; 0: none. */
            group: number;
            /**
             * @description Origin of the typing history: none, sent with the request, or observed by the script.
             * @enum {string}
             */
            typing: "none" | "sent" | "observed";
        };
        /** @description Results of the behavior checks. */
        BiometricChecks: {
            /** @description A model found patterns in biometric data consistent with automated behavior. */
            agent_behavior: components["schemas"]["CheckResult"];
            /** @description Highly regular typing typical of programmatic input. */
            programmatic_typing: components["schemas"]["CheckResult"];
            /** @description Cursor moved between page locations without transition. */
            teleporting_mouse: components["schemas"]["CheckResult"];
            /** @description Text entered without corrections or backspaces. */
            no_corrections: components["schemas"]["CheckResult"];
            /** @description All text responses were pasted rather than typed. */
            all_pasted: components["schemas"]["CheckResult"];
            /** @description Scrolling in large jumps with no intermediate or continuous scroll events. */
            jump_scrolling: components["schemas"]["CheckResult"];
            /** @description Perfectly centered clicks with no natural variation. */
            centered_clicks: components["schemas"]["CheckResult"];
            /** @description Clicks made programmatically rather than by natural interaction. */
            programmatic_clicking: components["schemas"]["CheckResult"];
            /** @description User left the tab and pasted input after returning. */
            external_input: components["schemas"]["CheckResult"];
        };
        /** @description One change of an answer while it was typed. */
        ChangeEntry: {
            /** @description The text of the field after the change. */
            s?: string;
            /** @description Milliseconds since the question's first event. */
            t: number;
            /** @description `c`: a copy event, which some trackers send. `p`: text pasted or dropped. `a`: text entered by an aid, such as dictation, autocorrect, an input method or autofill. */
            o?: string;
            /** @description The copied text of a copy event. */
            ct?: string;
        };
        /** @description A participant whose verdict or failed checks changed. */
        ChangedParticipant: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Your ID for the participant. */
            participant_id: string;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Failed checks: with v021 for each question ID, with v012 a list for the participant. */
            checks: {
                [key: string]: components["schemas"]["SurveyCheckV021"][];
            } | components["schemas"]["SurveyCheckV012"][];
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Page that shows how the answers were typed. It requires a login. */
            typing_url: string;
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description The reviewer's verdict if there is one, otherwise the computed verdict. */
            effective_verdict: components["schemas"]["Verdict"];
            /** @description The reviewer's verdict, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
            /** @description The previous analysis. */
            previous: components["schemas"]["PreviousAnalysis"];
        };
        /** @description A session whose recommended action changed. */
        ChangedRisk: {
            /** @description ID of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The computed action. It depends on the score and on the evidence. */
            recommended_action: components["schemas"]["RecommendedAction"];
            /** @description The action that applies: the action of the label if a reviewer overrode the computed one. */
            effective_action: components["schemas"]["RecommendedAction"];
            /** @description The label that overrides the computed action; null without a label. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
            /** @description The user ID given to the browser script. The latest value counts. */
            user_id?: string;
            /** @description The step-up verification; absent if the page asked for none. It never changes the risk score. */
            step_up?: components["schemas"]["StepUp"];
            /** @description Checks with the result `Detected`. */
            detected: components["schemas"]["SessionCheck"][];
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Time of the last event, in Unix milliseconds. */
            last_at: number;
            /** @description The action that was sent last; `Unknown` at first. */
            previous_action: components["schemas"]["RecommendedAction"];
        };
        /** @description Answers of the configured model. */
        ChatbotAnswers: {
            /** @description Different answers. None is stored. */
            references: string[];
        };
        /** @description A question for the chatbot. */
        ChatbotRequest: {
            /** @description Text of the question. Its words do not count as evidence. */
            question: string;
        };
        /** @description How often a check failed. */
        CheckCount: {
            /** @description Name of the check. */
            check: string;
            /** @description Number of rows. */
            count: number;
        };
        /**
         * @description `Unknown` means too little evidence. It never counts against a visitor.
         * @enum {string}
         */
        CheckResult: "Detected" | "Not detected" | "Unknown";
        /**
         * @description `rhythm`: typed with the same rhythm, as in a copied recording. `mouse_path`: the mouse moved along the same path, as in a copied recording. `typing_statistics`: keys were timed with the same statistics, as by one program that imitates typing. `device`: one device, or several identical ones. `address`: one IP address, which a household, school or company can share.
         * @enum {string}
         */
        ClusterKind: "rhythm" | "mouse_path" | "typing_statistics" | "device" | "address";
        /** @description A session of a cluster. */
        ClusterMember: {
            /** @description ID of the session. */
            session_id: string;
            /** @description The user ID of the session; null without one. */
            user_id: string | null;
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Milliseconds from the first to the last event, by the visitor's clock; null if not scored yet. */
            duration_ms: number | null;
            /** @description Such as `Chrome 140`; null if unknown. */
            browser: string | null;
            /** @description Such as `Windows`; null if unknown. */
            system: string | null;
            /** @description Input methods that were used. */
            inputs: components["schemas"]["InputMethod"][];
            /** @description A few visited paths, in order. */
            routes: string[];
            /** @description Keys and pointer movement over time, for a small chart: base64 with one byte for each part of the session. The upper four bits are keys and the lower four bits movement, each relative to the highest. Pauses are shortened. Null without input. */
            activity: string | null;
            /** @description Null if not scored yet. */
            risk_score: number | null;
            /** @description The computed action; null if not scored yet. */
            recommended_action: components["schemas"]["RecommendedAction"] | null;
        };
        /** @description A group of sessions from several users that share a rhythm, a mouse path, typing statistics, a device or an IP address. Does not list the sessions. */
        ClusterSummary: {
            /** @description ID of the cluster. It stays the same while the first session is in the period, and always once a webhook has announced the cluster. */
            id: string;
            /** @description What the sessions share. */
            kind: components["schemas"]["ClusterKind"];
            /** @description Number of sessions. */
            sessions: number;
            /** @description Number of users. Each session without a user ID counts as one. */
            users: number;
            /** @description Start of the first session, in Unix milliseconds. */
            first_at: number;
            /** @description Start of the last session, in Unix milliseconds. */
            last_at: number;
        };
        /** @description A session that ended. */
        CompletedSession: {
            /** @description ID of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The computed action. It depends on the score and on the evidence. */
            recommended_action: components["schemas"]["RecommendedAction"];
            /** @description The action that applies: the action of the label if a reviewer overrode the computed one. */
            effective_action: components["schemas"]["RecommendedAction"];
            /** @description The label that overrides the computed action; null without a label. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
            /** @description The user ID given to the browser script. The latest value counts. */
            user_id?: string;
            /** @description The step-up verification; absent if the page asked for none. It never changes the risk score. */
            step_up?: components["schemas"]["StepUp"];
            /** @description Checks with the result `Detected`. */
            detected: components["schemas"]["SessionCheck"][];
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Time of the last event, in Unix milliseconds. */
            last_at: number;
        };
        /**
         * @description What to do with the visitor, by the acceptance level of the workspace. `step_up`: accept only after step-up verification.
         * @enum {string}
         */
        Decision: "accept" | "step_up" | "reject";
        /** @description An agent that signs its requests. */
        DeclaredAgent: {
            /** @description Name of the agent, as shown in reports; printable ASCII. */
            name: string;
            /** @description The URL that the agent sends in `Signature-Agent`: the origin of its key directory, or the URL of its key set. */
            url: string;
            /** @description The policy of the workspace for this agent. */
            policy: components["schemas"]["AgentPolicy"];
            /** @description Imported keys. Empty: the directory must be fetched. */
            keys: components["schemas"]["AgentKeyView"][];
        };
        /** @description The declared agents of the workspace. */
        DeclaredAgents: {
            /** @description In the order in which they were added. */
            items: components["schemas"]["DeclaredAgent"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Whether the service fetches key directories (`BYHAND_AGENT_DIRECTORIES`). */
            fetches_directories: boolean;
        };
        /** @description The default weight of one check. */
        DefaultWeight: {
            /** @description The check. */
            check: components["schemas"]["SessionCheck"];
            /** @description The group of the check. */
            group: string;
            /** @description Points that a full-strength detection adds. */
            weight: number;
        };
        /** @description One event for one webhook. */
        Delivery: {
            /** @description ID of the delivery. */
            id: string;
            /** @description ID of the webhook. */
            webhook_id: string;
            /** @description The `webhook-id` header, the same for every attempt and resend. */
            event_id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "session.completed" | "session.risk_changed" | "survey.flagged" | "survey.changed" | "survey.settled" | "sessions.cluster" | "test";
            /** @description Time at which the delivery was queued, in Unix milliseconds. */
            created_at: number;
            /** @description State of the delivery. */
            state: components["schemas"]["DeliveryState"];
            /** @description Time of the next attempt, in Unix milliseconds; null if there is none. */
            next_at: number | null;
            /** @description Attempts so far, oldest first. */
            tries: components["schemas"]["DeliveryTry"][];
            /** @description Request body. */
            body: string;
        };
        /** @description A page of deliveries. */
        DeliveryList: {
            /** @description The items of this page. */
            items: components["schemas"]["Delivery"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /**
         * @description `pending` until the target responds with 2xx or the last attempt fails.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed";
        /** @description One attempt to send a delivery. */
        DeliveryTry: {
            /** @description Time of the attempt, in Unix milliseconds. */
            at: number;
            /** @description HTTP status; null without a response. */
            status: number | null;
            /** @description Duration in milliseconds. */
            ms: number;
            /** @description Reason for the failure; empty if the attempt succeeded. */
            problem: string;
        };
        /** @description Results of the device and network checks. */
        DeviceChecks: {
            /** @description Browser execution context indicates an automation tool. */
            bot: components["schemas"]["CheckResult"];
            /** @description Signals of a remote, virtualized, sandboxed or software-rendered environment. */
            virtual_machine: components["schemas"]["CheckResult"];
            /** @description Browser uses a software graphics renderer instead of hardware acceleration. */
            software_renderer: components["schemas"]["CheckResult"];
            /** @description IP address belongs to a known VPN or hosting provider. */
            vpn: components["schemas"]["CheckResult"];
            /** @description Connection is routed through a Tor exit node. */
            tor: components["schemas"]["CheckResult"];
            /** @description Browser-reported geolocation conflicts with IP-based location or appears simulated. */
            location_spoofing: components["schemas"]["CheckResult"];
        };
        /** @description The operation succeeded. */
        Done: {
            /**
             * @description Always true.
             * @constant
             */
            done: true;
        };
        /** @description A text that was not stored. */
        DroppedReference: {
            /** @description Index of the text in the request. */
            reference: number;
            /** @description The beginning of what was left out. */
            text: string;
            /** @description Why it was left out. */
            reason: string;
        };
        /** @description Number of erased items of each kind. */
        Erasure: {
            /** @description Time of the erasure, in Unix milliseconds. */
            at: number;
            /** @description Erased sessions. */
            sessions: number;
            /** @description Erased survey responses. */
            analyses: number;
            /** @description Erased labels. */
            labels: number;
            /** @description Erased webhook deliveries. */
            deliveries: number;
            /** @description Erased rows of analyzed files. */
            upload_rows: number;
            /** @description Running survey jobs whose files contain the participant. If there are any, nothing is erased yet: the erasure runs when they have ended. */
            waits_for: string[];
        };
        /** @description The measured false-positive rate of a check. */
        ErrorRate: {
            /** @description How many of the analyzed answers or participants the check flagged. */
            false_positives: number;
            /** @description How many answers or participants were analyzed, all from real people. */
            of: number;
            /**
             * @description What was counted. The worst survey is the one in which the check flagged the most people.
             * @enum {string}
             */
            unit: "answers" | "typists of the worst set" | "participants of the worst survey";
            /** @description Lower end of the 95% interval of the rate (Wilson). */
            low: number;
            /** @description Upper end of the 95% interval of the rate (Wilson). */
            high: number;
        };
        /** @description One action of a visitor. */
        EventEntry: {
            /** @description What the visitor did. Never contains typed text. */
            action: string;
            /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
            user_time: string;
            /** @description The same time as Unix milliseconds. */
            unix_timestamp: number;
        };
        /** @description The event log of one session. */
        EventLog: {
            /** @description ID of the session, made by the browser script. */
            session_id: string;
            /** @description Entries in the whole log of the session; the same on every page. */
            event_count: number;
            /** @description In chronological order. */
            events: components["schemas"]["EventEntry"][];
        };
        /** @description A line of an export of events. */
        EventRow: {
            /** @description ID of the session. */
            session_id: string;
            /** @description The user ID given to the browser script, or null. */
            user_id: string | null;
            /** @description What the visitor did. Never contains typed text. */
            action: string;
            /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
            user_time: string;
            /** @description The same time as Unix milliseconds. */
            unix_timestamp: number;
            /** @description To continue an export after this row. */
            cursor: string;
        };
        /** @description How much evidence the checks had. Events made by scripts do not count. */
        EvidenceCoverage: {
            /** @description Recorded mouse moves and presses. */
            mouse: number;
            /** @description Key presses. */
            keyboard: number;
            /** @description Touches with a finger or a pen. */
            touch: number;
            /** @description Whether the script sent device signals. */
            device: boolean;
            /** @description Whether anything is known about the IP address. */
            network: boolean;
            /** @description Seconds of the session that the service observed, by its own clock. */
            observed_seconds: number;
        };
        /** @description One check of one answer. */
        ExplainedCheck: {
            /** @description Name of the check. */
            check: components["schemas"]["SurveyCheck"];
            /** @description Its result for this answer. */
            result: components["schemas"]["CheckResult"];
            /** @description 0 unless the result is `Detected`. */
            strength: number;
            /** @description One sentence that explains the result. */
            evidence: string;
            /** @description The parts of the answer behind a detection; null if the result does not depend on a particular part. */
            spans: components["schemas"]["Span"][] | null;
            /** @description ID of the reference answer that the answer resembles most, if one is behind a detection. */
            reference?: string;
        };
        /** @description Result of an analysis with v012 and `explain=true`. */
        ExplainedSurveyResultV012: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Checks that failed for any question, each once. */
            checks: components["schemas"]["SurveyCheckV012"][];
            /** @description Map from question ID to group number, only for questions whose answer is similar to another participant's. */
            response_groups: {
                [key: string]: number;
            };
            /** @description Why a check could not run, or another warning. Absent if there is none. */
            warning?: string;
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description Why the verdict is not `keep`, the strongest reason first. */
            reasons: string[];
            /** @description When the answers were analyzed, in Unix milliseconds. */
            analyzed_at: number;
            /** @description Map from question ID to every check of the API version. */
            explanation: {
                [key: string]: components["schemas"]["ExplainedCheck"][];
            };
            /**
             * @description A later analysis has another verdict or other failed checks. Lists and downloads show that one. Otherwise absent.
             * @constant
             */
            superseded?: true;
        };
        /** @description Result of an analysis with v021 and `explain=true`. */
        ExplainedSurveyResultV021: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Map from question ID to the number of its group of similar answers; 0 if not answered. */
            response_groups: {
                [key: string]: number;
            };
            /** @description Map from question ID to its failed checks. Every question is present. */
            checks: {
                [key: string]: components["schemas"]["SurveyCheckV021"][];
            };
            /** @description Map from question ID to a rating from 1 (least effort) to 10. An empty answer has 1. */
            effort_ratings: {
                [key: string]: number;
            };
            /** @description Page that shows how the answers were typed. It requires a login. */
            typing_url: string;
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Facts about the device. Only if the request has a `fingerprint_id`. */
            fingerprint_checks?: components["schemas"]["FingerprintChecks"];
            /** @description Why a check could not run, or another warning. Absent if there is none. */
            warning?: string;
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description Why the verdict is not `keep`, the strongest reason first. */
            reasons: string[];
            /** @description When the answers were analyzed, in Unix milliseconds. */
            analyzed_at: number;
            /** @description Map from question ID to every check of the API version. */
            explanation: {
                [key: string]: components["schemas"]["ExplainedCheck"][];
            };
            /**
             * @description A later analysis has another verdict or other failed checks. Lists and downloads show that one. Otherwise absent.
             * @constant
             */
            superseded?: true;
        };
        /** @description One invalid field or parameter. */
        FieldError: {
            /** @description JSON pointer into the body, or the name of a parameter. */
            pointer: string;
            /** @description What is wrong with the value. */
            detail: string;
        };
        /** @description Facts about the device of a participant. Null means that there was no evidence either way. */
        FingerprintChecks: {
            /** @description ID of the device in this workspace. Other workspaces see a different ID. */
            device_id: string | null;
            /** @description Country of the IP address at which the browser was last seen: two letters. */
            ip_country: string | null;
            /** @description Whether an automation tool controlled the browser. */
            bot: boolean | null;
            /** @description Whether the IP address belongs to a VPN or hosting provider. */
            vpn: boolean | null;
            /** @description Whether it was a private window, where the browser reveals it. */
            incognito: boolean | null;
            /** @description Whether the browser's own functions were replaced. */
            tampering: boolean | null;
            /** @description Whether the browser ran in a virtual machine. */
            virtual_machine: boolean | null;
            /** @description Whether an earlier participant took this survey on the same device. */
            duplicate: boolean | null;
            /** @description True if the workspace does not know the ID. All other fields are then null. */
            error: boolean;
        };
        /** @description A participant whose answers failed a check. */
        FlaggedParticipant: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Your ID for the participant. */
            participant_id: string;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Failed checks: with v021 for each question ID, with v012 a list for the participant. */
            checks: {
                [key: string]: components["schemas"]["SurveyCheckV021"][];
            } | components["schemas"]["SurveyCheckV012"][];
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Page that shows how the answers were typed. It requires a login. */
            typing_url: string;
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description The reviewer's verdict if there is one, otherwise the computed verdict. */
            effective_verdict: components["schemas"]["Verdict"];
            /** @description The reviewer's verdict, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
        };
        /** @description The policy of one path. */
        ForwardAuthRule: {
            /** @description The rule covers this path and every path below it. The longest path that matches wins. */
            path: string;
            /** @description Also block above this score. Visitors whose decision is `reject` are always blocked. */
            max_score?: number;
            /**
             * @description For requests without a valid result, and for visitors that need step-up verification.
             * @enum {string}
             */
            on_unknown: "allow" | "review" | "block";
        };
        /** @description The cap of one group of checks. */
        GroupCap: {
            /** @description A group of checks. */
            group: string;
            /** @description Maximum points that the group can add. */
            cap: number;
        };
        /**
         * @description An input method.
         * @enum {string}
         */
        InputMethod: "mouse" | "keyboard" | "touch";
        /** @description A new key. */
        IssuedKey: {
            /** @description The key. */
            key: components["schemas"]["Key"];
            /** @description The whole key. No other response contains a secret key. */
            secret: string;
        };
        /** @description A webhook and its new secret. */
        IssuedWebhook: {
            /** @description The webhook. */
            webhook: components["schemas"]["Webhook"];
            /** @description The signing secret. No other response contains it. */
            secret: string;
        };
        /** @description A key, without its secret part. */
        Key: {
            /** @description ID of the key. */
            id: string;
            /** @description Kind of the key. */
            kind: components["schemas"]["KeyKind"];
            /** @description Whether it is a test key. */
            mode: components["schemas"]["KeyMode"];
            /** @description The whole site key, which is public. Null for a secret key. */
            site_key: string | null;
            /** @description Display name. */
            name: string;
            /** @description The first characters of the key, which identify it together with `last4`. */
            prefix: string;
            /** @description The last four characters of the key. */
            last4: string;
            /** @description Permissions of a secret key; empty for a site key. */
            scopes: components["schemas"]["KeyScope"][];
            /** @description Origins of the pages that may use a site key; empty allows any origin. */
            origins: string[];
            /** @description Creation time, in Unix milliseconds. */
            created_at: number;
            /** @description Time of the last request with this key, if there was one, in Unix milliseconds; otherwise null. */
            last_used_at: number | null;
            /** @description Expiry time, if the key has one, in Unix milliseconds; otherwise null. */
            expires_at: number | null;
            /** @description Time of revocation, if the key was revoked, in Unix milliseconds; otherwise null. */
            revoked_at: number | null;
            /**
             * @description `ending`: the key will expire. `expired`: its expiry time has passed.
             * @enum {string}
             */
            state: "live" | "ending" | "expired" | "revoked";
        };
        /** @description Fields of a key to change. Absent fields stay as they are. */
        KeyChange: {
            /** @description Display name. */
            name?: string;
            /** @description Permissions of a secret key. */
            scopes?: components["schemas"]["KeyScope"][];
            /** @description Origins of the pages that may use a site key; empty allows any origin. */
            origins?: string[];
        };
        /**
         * @description A public key of a site, or a secret key of a server.
         * @enum {string}
         */
        KeyKind: "site" | "secret";
        /** @description All keys, newest first. */
        KeyList: {
            /** @description The items of this page. */
            items: components["schemas"]["Key"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /**
         * @description A test key reads and writes only test-mode data.
         * @enum {string}
         */
        KeyMode: "live" | "test";
        /** @description A key to create. */
        KeyRequest: {
            /** @description Kind of the key. */
            kind: components["schemas"]["KeyKind"];
            /** @description `live` by default. */
            mode?: components["schemas"]["KeyMode"];
            /** @description Display name. */
            name: string;
            /** @description Permissions of a secret key. */
            scopes?: components["schemas"]["KeyScope"][];
            /** @description Origins of the pages that may use a site key; empty allows any origin. */
            origins?: string[];
            /** @description Days until the key expires. Absent: it does not expire. */
            expires_days?: number;
        };
        /** @description How to rotate a key. */
        KeyRotation: {
            /**
             * @description Hours for which the old key stays valid.
             * @default 24
             * @enum {integer}
             */
            overlap_hours?: 0 | 1 | 24 | 72;
        };
        /**
         * @description An API that a secret key may use: session reports, survey analysis or management.
         * @enum {string}
         */
        KeyScope: "sessions" | "survey" | "admin";
        /**
         * @description `person` accepts the session, `bot` rejects it.
         * @enum {string}
         */
        Label: "person" | "bot";
        /** @description A changed label. */
        LabelChange: {
            /** @description The label after the change, or null. */
            label: components["schemas"]["OverriddenBy"] | null;
            /** @description The label before the change, or null. */
            previous: components["schemas"]["OverriddenBy"] | null;
        };
        /** @description A label to set. */
        LabelRequest: {
            /** @description The label to set. */
            label: components["schemas"]["Label"];
            /** @description Reason, for reviewers. */
            note?: string;
        };
        /** @description Labeled sessions. Flagged means that the action is one of the two strongest. */
        LabeledCounts: {
            /** @description Sessions labeled `person` that are not flagged. */
            people_passed: number;
            /** @description Sessions labeled `person` that are flagged. */
            people_flagged: number;
            /** @description Sessions labeled `bot` that are not flagged. */
            bots_passed: number;
            /** @description Sessions labeled `bot` that are flagged. */
            bots_flagged: number;
        };
        /** @description The effect on labeled sessions. */
        LabeledEffect: {
            /** @description With the current settings. */
            before: components["schemas"]["LabeledCounts"];
            /** @description With the new settings. */
            after: components["schemas"]["LabeledCounts"];
        };
        /** @description The latest delivery of a webhook. */
        LastDelivery: {
            /** @description Time of the last attempt, or of the event, in Unix milliseconds. */
            at: number;
            /** @description State of the delivery. */
            state: components["schemas"]["DeliveryState"];
        };
        /** @description One check in a survey. The verdicts are those of flagged participants. */
        MethodsCheck: {
            /** @description Name of the check. */
            check: string;
            /** @description Participants with enough evidence for the check. */
            applied: number;
            /** @description Participants who failed the check. */
            flagged: number;
            /** @description Participants with the effective verdict `keep`. */
            keep: number;
            /** @description Participants with the effective verdict `review`. */
            review: number;
            /** @description Participants with the effective verdict `remove`. */
            remove: number;
            /** @description The measured false-positive rate; null if it was not measured. */
            error_rate: components["schemas"]["ErrorRate"] | null;
        };
        /** @description A reviewer's label, which overrides the computed action. */
        OverriddenBy: {
            /** @description The label that the reviewer set. */
            label: components["schemas"]["Label"];
            /** @description Name of the member or API key; empty if it no longer exists. */
            by: string;
            /** @description Unix time in milliseconds. */
            at: number;
            /** @description The reviewer's reason; may be empty. */
            note: string;
        };
        /** @description A reviewer's verdict, which overrides the computed one. */
        OverriddenVerdict: {
            /** @description The reviewer's verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description Name of the member or API key; empty if it no longer exists. */
            by: string;
            /** @description Time at which the reviewer set it, in Unix milliseconds. */
            at: number;
            /** @description The reviewer's reason; may be empty. */
            note: string;
        };
        /** @description Summary of a participant's latest analysis. */
        Participant: {
            /** @description Your ID for the participant. */
            participant_id: string;
            /** @description ID of the analysis. */
            analysis_id: string;
            /**
             * @description Version of the analysis.
             * @enum {string}
             */
            version: "v021" | "v012";
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Number of failed checks over all questions. */
            num_checks_failed: number;
            /** @description Distinct names of failed checks. */
            checks: string[];
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description The reviewer's verdict if there is one, otherwise the computed verdict. */
            effective_verdict: components["schemas"]["Verdict"];
            /** @description The reviewer's verdict, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
            /** @description The lowest effort rating of the answers; null if none was rated. */
            effort: number | null;
            /** @description Why the verdict is not `keep`, the strongest reason first. */
            reasons: string[];
        };
        /** @description A page of participants. */
        ParticipantList: {
            /** @description The items of this page. */
            items: components["schemas"]["Participant"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description The latest analysis of a participant. */
        ParticipantResult: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Your ID for the participant. */
            participant_id: string;
            /** @description ID of the analysis. */
            analysis_id: string;
            /**
             * @description Version of the analysis.
             * @enum {string}
             */
            version: "v021" | "v012";
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Number of failed checks over all questions. */
            num_checks_failed: number;
            /** @description Distinct names of failed checks. */
            checks: string[];
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description The reviewer's verdict if there is one, otherwise the computed verdict. */
            effective_verdict: components["schemas"]["Verdict"];
            /** @description The reviewer's verdict, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
            /** @description The lowest effort rating of the answers; null if none was rated. */
            effort: number | null;
            /** @description Why the verdict is not `keep`, the strongest reason first. */
            reasons: string[];
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Whether a check could not run; `warning` says why. */
            error: boolean;
            /** @description Why a check could not run, or another warning; null without a warning. */
            warning: string | null;
            /** @description All questions with their answers. */
            answers: components["schemas"]["Answer"][];
            /** @description Facts about the device; null if the request had no device ID. */
            fingerprint_checks: components["schemas"]["FingerprintChecks"] | null;
            /** @description The session named in the request, or null. */
            session_id: string | null;
            /** @description The reference answers that results name, unless they were deleted since. */
            references: components["schemas"]["ReferenceAnswer"][];
            /** @description All analyses, latest first. The other fields describe one of them. */
            analyses: components["schemas"]["AnalysisSummary"][];
        };
        /** @description All data of one survey participant. */
        ParticipantSubject: {
            /** @description ID of the participant. */
            participant_id: string;
            /** @description Only in this survey; by default in all surveys. */
            survey_id?: string;
        };
        /** @description The reviewer's verdict on a participant. */
        ParticipantVerdict: {
            /** @description The reviewer's verdict, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
        };
        /** @description A survey response of the person. */
        PersonAnalysis: {
            /** @description ID of the survey. */
            survey_id: string;
            /** @description ID of the participant. */
            participant_id: string;
            /** @description ID of the analysis. */
            analysis_id: string;
            /**
             * @description API version of the request.
             * @enum {string}
             */
            version: "v021" | "v012";
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
            /** @description The device, or null. */
            device_id: string | null;
            /** @description The device ID in the request, or null. */
            fingerprint_id: string | null;
            /** @description The session in the request, or null. */
            session_id: string | null;
            /** @description Questions, answers and typing histories. */
            questions: {
                [key: string]: unknown;
            }[];
            /** @description Typing that the browser script observed. */
            observed: {
                [key: string]: unknown;
            }[];
            /** @description The result. */
            result: {
                [key: string]: unknown;
            };
            /** @description The verdict. */
            verdict: {
                [key: string]: unknown;
            };
            /** @description The reviewer's verdict, or null. */
            overridden_by: {
                [key: string]: unknown;
            } | null;
            /** @description The results of all checks for each question. */
            evidence: {
                [key: string]: unknown;
            }[];
            /** @description Later analyses of the same request. */
            later_analyses: {
                [key: string]: unknown;
            }[];
            /** @description Hashes by which similar answers are found. */
            duplicate_index: {
                [key: string]: unknown;
            }[];
            /** @description Webhook deliveries about it. */
            deliveries: {
                [key: string]: unknown;
            }[];
            /** @description Entries of the audit log about it. */
            audit: {
                [key: string]: unknown;
            }[];
        };
        /** @description Everything that the service stores about one person. */
        PersonExport: {
            /** @description Version of this format. */
            format: number;
            /** @description Time of the export, as ISO 8601. */
            exported_at: string;
            /** @description ID of the workspace. */
            workspace: string;
            /** @description The person, as in the request. */
            subject: components["schemas"]["PersonSubject"];
            /** @description Sessions of the person. */
            sessions: components["schemas"]["PersonSession"][];
            /** @description Survey responses of the person. */
            analyses: components["schemas"]["PersonAnalysis"][];
            /** @description Rows of analyzed files. */
            upload_rows: components["schemas"]["PersonFileRow"][];
        };
        /** @description A row of an analyzed file. */
        PersonFileRow: {
            /** @description ID of the job. */
            upload_id: string;
            /** @description Name of the file. */
            file: string;
            /** @description Time of the upload, in Unix milliseconds. */
            created_at: number;
            /** @description The cells of the row, by column. */
            cells: {
                [key: string]: string;
            };
        };
        /** @description A session of the person. */
        PersonSession: {
            /** @description ID of the session. */
            session_id: string;
            /** @description The user ID given to the browser script, or null. */
            user_id: string | null;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description The IP address, truncated after the configured time; or null. */
            ip: string | null;
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Time of the last event, in Unix milliseconds. */
            last_at: number;
            /** @description Batches that conflicted with a stored one. */
            tampered: number;
            /** @description Batches beyond the size limit. */
            overflow: number;
            /** @description The reviewer's label, or null. */
            label: {
                [key: string]: unknown;
            } | null;
            /** @description The step-up verification, or null. */
            step_up: {
                [key: string]: unknown;
            } | null;
            /** @description The properties by which lists find the session, or null. */
            facts: {
                [key: string]: unknown;
            } | null;
            /** @description The report and the event log, or null. */
            report: {
                [key: string]: unknown;
            } | null;
            /** @description The recorded batches. */
            batches: {
                [key: string]: unknown;
            }[];
            /** @description Webhook deliveries about it. */
            deliveries: {
                [key: string]: unknown;
            }[];
            /** @description Entries of the audit log about it. */
            audit: {
                [key: string]: unknown;
            }[];
        };
        /** @description One user, one session or one survey participant. */
        PersonSubject: components["schemas"]["UserSubject"] | components["schemas"]["SessionSubject"] | components["schemas"]["ParticipantSubject"];
        /** @description Summary of the previous analysis. */
        PreviousAnalysis: {
            /** @description What to do with the participant. */
            verdict: components["schemas"]["Verdict"];
            /** @description How strong the case against the answers is. At 0.8 or above, the verdict is `remove`. */
            severity: number;
            /** @description Failed checks: with v021 for each question ID, with v012 a list for the participant. */
            checks: {
                [key: string]: components["schemas"]["SurveyCheckV021"][];
            } | components["schemas"]["SurveyCheckV012"][];
            /** @description Time of the analysis, in Unix milliseconds. */
            analyzed_at: number;
        };
        /** @description A problem document (RFC 9457). */
        Problem: {
            /** @description URN of the error: `urn:byhand:error:` and the code. */
            type: string;
            /** @description Short name of the error, the same for every occurrence. */
            title: string;
            /** @description The HTTP status of the response. */
            status: number;
            /** @description Human-readable: what happened and what to do. The text may change. */
            detail: string;
            /** @description Machine-readable error code. */
            code: string;
            /** @description ID of the request, also in the `X-Request-Id` header. Quote it when you report a problem. */
            request_id: string;
            /** @description Only with `invalid_request`: the fields that are not valid. */
            errors?: components["schemas"]["FieldError"][];
        };
        /**
         * @description What the session has proven; each value includes those before it. `nothing`; `recording`: a complete recording of enough input in a known browser; `in_time`: the service received it while it was made; `challenge`: the browser passed its challenge; `behavior`: nothing is missing that `Auto-accept` needs.
         * @enum {string}
         */
        Proven: "nothing" | "recording" | "in_time" | "challenge" | "behavior";
        /** @description The reference answers to one question. */
        QuestionReferences: {
            /** @description Question ID, as in survey requests. */
            question_id: string;
            /** @description Text of the question. Its words do not count as evidence. */
            question: string;
            /** @description Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers. */
            condition?: string;
            /** @description Grows by one with every change. */
            version: number;
            /** @description Time of the last change, in Unix milliseconds. */
            changed_at: number;
            /** @description The reference answers. */
            references: components["schemas"]["ReferenceAnswer"][];
        };
        /**
         * @description The kind of answer that a question asks for. The default is `open`.
         * @enum {string}
         */
        QuestionType: "open" | "name" | "brand" | "number" | "list";
        /**
         * @description An action for your server. `Unknown` means too little evidence.
         * @enum {string}
         */
        RecommendedAction: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
        /** @description An answer that a chatbot gave. */
        ReferenceAnswer: {
            /** @description ID of the reference answer. Equal texts have equal IDs. */
            id: string;
            /** @description The answer of a chatbot. */
            text: string;
        };
        /** @description Open-ended questions in English of the newest participant. */
        ReferenceCounts: {
            /** @description Questions that reference answers can help with. */
            questions: number;
            /** @description Those with fewer than 5 reference answers. */
            missing: number;
        };
        /** @description The reference answers of a survey, by question. */
        ReferenceList: {
            /** @description The items of this page. */
            items: components["schemas"]["QuestionReferences"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description Reference answers to one question. */
        ReferencesRequest: {
            /** @description Question ID, as in survey requests. */
            question_id: string;
            /** @description Text of the question. Its words do not count as evidence. */
            question: string;
            /** @description Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers. */
            condition?: string;
            /** @description The version that these replace, as listed; 0 or absent if the question has no reference answers. With any other version stored, the request is rejected with 409. */
            version?: number;
            /** @description Answers of chatbots to the question, in English, of at least four words each. Five or more are needed to compare participants with them; ten find more. A text may be copied out of a chat: labels, prompts, openings, closings, headings and marks are removed, and numbered lists of answers are split. Equal answers, the question itself and answers of participants are left out. */
            references?: string[];
            /** @description Instead of `references`: all answers in one text, with an empty line between them. It may also hold whole chats with their labels, and numbered lists. Answers that cannot be used are left out. */
            pasted?: string;
        };
        /** @description Participant IDs with more than one row. */
        RepeatedParticipants: {
            /** @description Number of participant IDs with more than one row. */
            count: number;
        };
        /** @description How long data is kept. */
        Retention: {
            /** @description Days after which sessions are deleted, counted from their start; null keeps them forever. */
            session_days: number | null;
            /** @description Days after which survey responses are deleted; null keeps them forever. */
            survey_days: number | null;
            /** @description Hours after which the IP addresses of visitors are truncated; null keeps full addresses. */
            address_hours?: number | null;
        };
        /** @description Periods to change. Absent ones stay as they are. */
        RetentionChange: {
            /** @description Days after which sessions are deleted, counted from their start; null keeps them forever. */
            session_days?: number | null;
            /** @description Days after which survey responses are deleted; null keeps them forever. */
            survey_days?: number | null;
            /** @description Hours after which the IP addresses of visitors are truncated; null keeps full addresses. */
            address_hours?: number | null;
        };
        /** @description The points that one check adds to the score. */
        RiskContribution: {
            /**
             * @description The check.
             * @enum {string}
             */
            check: "agent_behavior" | "programmatic_typing" | "teleporting_mouse" | "no_corrections" | "all_pasted" | "jump_scrolling" | "centered_clicks" | "programmatic_clicking" | "external_input" | "bot" | "virtual_machine" | "software_renderer" | "vpn" | "tor" | "location_spoofing";
            /** @description Points that it adds, after all limits. */
            points: number;
            /** @description What reduced its points: the cap of its `group`, the end of the `band` (for context, and for what harmless circumstances explain), or the highest `score`; null if nothing did. */
            limited_by: ("group" | "band" | "score") | null;
        };
        /** @description The two parts of the score, which sum to it. */
        RiskParts: {
            /** @description Points from input and automation traces. */
            input: number;
            /** @description Points from machine and network. They never lead to a stronger action, unless the workspace raised the weight of the check. */
            context: number;
        };
        /** @description The stored reference answers to a question, and what was left out. */
        SavedReferences: {
            /** @description Question ID, as in survey requests. */
            question_id: string;
            /** @description Text of the question. Its words do not count as evidence. */
            question: string;
            /** @description Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers. */
            condition?: string;
            /** @description Grows by one with every change. */
            version: number;
            /** @description Time of the last change, in Unix milliseconds. */
            changed_at: number;
            /** @description The reference answers. */
            references: components["schemas"]["ReferenceAnswer"][];
            /** @description Number of stored reference answers. */
            usable: number;
            /** @description Number of answers found in the texts of the request. */
            of: number;
            /** @description The others, in the order of the request. */
            dropped: components["schemas"]["DroppedReference"][];
        };
        /** @description How to rotate a secret. */
        SecretRotation: {
            /**
             * @description Hours during which requests are signed with both secrets.
             * @default 24
             * @enum {integer}
             */
            overlap_hours?: 0 | 1 | 24 | 72;
        };
        /**
         * @description A session check.
         * @enum {string}
         */
        SessionCheck: "agent_behavior" | "programmatic_typing" | "teleporting_mouse" | "no_corrections" | "all_pasted" | "jump_scrolling" | "centered_clicks" | "programmatic_clicking" | "external_input" | "bot" | "virtual_machine" | "software_renderer" | "vpn" | "tor" | "location_spoofing";
        /** @description Sessions of several users that share a rhythm, a mouse path, typing statistics, a device or an IP address. */
        SessionCluster: {
            /** @description ID of the cluster. It stays the same while the first session is in the period, and always once a webhook has announced the cluster. */
            id: string;
            /** @description What the sessions share. */
            kind: components["schemas"]["ClusterKind"];
            /** @description Number of sessions. */
            sessions: number;
            /** @description Number of users. Each session without a user ID counts as one. */
            users: number;
            /** @description Start of the first session, in Unix milliseconds. */
            first_at: number;
            /** @description Start of the last session, in Unix milliseconds. */
            last_at: number;
            /** @description The newest sessions first, at most 50. */
            members: components["schemas"]["ClusterMember"][];
        };
        /** @description Clusters among the newest sessions of the workspace. */
        SessionClusters: {
            /** @description The latest first, at most 100. */
            items: components["schemas"]["SessionCluster"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Number of sessions that were compared. */
            scanned: number;
            /** @description Start of the first session that was compared, in Unix milliseconds. */
            since: number;
        };
        /** @description A session had no event for thirty minutes. */
        SessionCompletedEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "session.completed";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The session. */
            data: components["schemas"]["CompletedSession"];
        };
        /** @description A session in a list or export. */
        SessionItem: {
            /** @description ID of the session. */
            session_id: string;
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Time of the last event, in Unix milliseconds. */
            last_at: number;
            /** @description The user ID given to the browser script, or null. */
            user_id: string | null;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description Null if not scored yet. */
            risk_score: number | null;
            /** @description The computed action; null if not scored yet. */
            recommended_action: components["schemas"]["RecommendedAction"] | null;
            /** @description The action of the label if there is one, otherwise the recommended action. */
            effective_action: components["schemas"]["RecommendedAction"] | null;
            /** @description The label that overrides the computed action, or null. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
            /** @description Milliseconds from the first to the last event, by the visitor's clock; null if not scored yet. */
            duration_ms: number | null;
            /** @description Checks with the result Detected. */
            detected: components["schemas"]["SessionCheck"][];
            /** @description Country of the IP address: two letters; null if unknown. */
            country: string | null;
            /** @description Such as `Chrome 140`; null if unknown. */
            browser: string | null;
            /** @description Such as `Windows`; null if unknown. */
            system: string | null;
            /** @description Host of the site that led to the first page; null if unknown. */
            referrer: string | null;
            /** @description Input methods that were used. */
            inputs: components["schemas"]["InputMethod"][];
            /** @description A few visited paths, in order. */
            routes: string[];
            /** @description The check that adds the most points; null if none adds any. */
            reason: string | null;
            /** @description Keys and pointer movement over time, for a small chart: base64 with one byte for each part of the session. The upper four bits are keys and the lower four bits movement, each relative to the highest. Pauses are shortened. Null without input. */
            activity: string | null;
            /** @description The reviewer's label, or null. */
            label: components["schemas"]["Label"] | null;
        };
        /** @description The label of a session. */
        SessionLabel: {
            /** @description The label that overrides the computed action, or null. */
            label: components["schemas"]["OverriddenBy"] | null;
        };
        /** @description A page of sessions. */
        SessionList: {
            /** @description The sessions of this page. */
            items: components["schemas"]["SessionItem"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description False if the search stopped at its limit; `next` continues it, even if few or no items were found. */
            complete: boolean;
        };
        /** @description A session in the list of a user or tag. */
        SessionRecord: {
            /** @description ID of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The strongest reasons for the score, in plain ASCII. */
            risk_explanation: string;
            /** @description The computed action. It depends on the score and on the evidence. */
            recommended_action: components["schemas"]["RecommendedAction"];
            /**
             * @deprecated
             * @description The event log. Request it from the events endpoint instead.
             */
            user_logs: components["schemas"]["EventEntry"][];
            /** @description Result of each behavior check. */
            biometric_checks: components["schemas"]["BiometricChecks"];
            /** @description Result of each device or network check. */
            device_checks: components["schemas"]["DeviceChecks"];
            /** @description The action that applies: the action of the label if a reviewer overrode the computed one. */
            effective_action: components["schemas"]["RecommendedAction"];
            /** @description The label that overrides the computed action; null without a label. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
        };
        /** @description The report of one session. */
        SessionReport: {
            /** @description ID of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The strongest reasons for the score, in plain ASCII. */
            risk_explanation: string;
            /** @description The computed action. It depends on the score and on the evidence. */
            recommended_action: components["schemas"]["RecommendedAction"];
            /**
             * @deprecated
             * @description The event log. Request it from the events endpoint instead.
             */
            user_logs: components["schemas"]["EventEntry"][];
            /** @description Result of each behavior check. */
            biometric_checks: components["schemas"]["BiometricChecks"];
            /** @description Result of each device or network check. */
            device_checks: components["schemas"]["DeviceChecks"];
            /** @description The action that applies: the action of the label if a reviewer overrode the computed one. */
            effective_action: components["schemas"]["RecommendedAction"];
            /** @description The label that overrides the computed action; null without a label. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
            /** @description The user ID given to the browser script. The latest value counts. */
            user_id?: string;
            /** @description The step-up verification; absent if the page asked for none. It never changes the risk score. */
            step_up?: components["schemas"]["StepUp"];
            /** @description The declared agent that signed the requests of the session. */
            verified_agent?: components["schemas"]["VerifiedAgent"];
            /** @description The two parts of `risk_score`. */
            risk_parts: components["schemas"]["RiskParts"];
            /** @description The checks that found something, strongest first. Their points sum to `risk_score`. */
            risk_contributions: components["schemas"]["RiskContribution"][];
            /** @description How much evidence the checks had. */
            evidence_coverage: components["schemas"]["EvidenceCoverage"];
            /** @description What the session has proven. */
            proven: components["schemas"]["Proven"];
            /** @description What to do with the visitor. */
            decision: components["schemas"]["Decision"];
            /** @description Version of the rules, the weights and the model behind the score. Scores with the same version are comparable. */
            model_version: string;
        };
        /** @description The recommended action differs from the one that was sent last; a session begins as `Unknown`. Sent about ten seconds after the last event of a session, but not for a completed one. */
        SessionRiskChangedEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "session.risk_changed";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The session. */
            data: components["schemas"]["ChangedRisk"];
        };
        /** @description A line of an export of sessions. */
        SessionRow: {
            /** @description ID of the session. */
            session_id: string;
            /** @description Time of the first event, in Unix milliseconds. */
            started_at: number;
            /** @description Time of the last event, in Unix milliseconds. */
            last_at: number;
            /** @description The user ID given to the browser script, or null. */
            user_id: string | null;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description Null if not scored yet. */
            risk_score: number | null;
            /** @description The computed action; null if not scored yet. */
            recommended_action: components["schemas"]["RecommendedAction"] | null;
            /** @description The action of the label if there is one, otherwise the recommended action. */
            effective_action: components["schemas"]["RecommendedAction"] | null;
            /** @description The label that overrides the computed action, or null. */
            overridden_by: components["schemas"]["OverriddenBy"] | null;
            /** @description Milliseconds from the first to the last event, by the visitor's clock; null if not scored yet. */
            duration_ms: number | null;
            /** @description Checks with the result Detected. */
            detected: components["schemas"]["SessionCheck"][];
            /** @description Country of the IP address: two letters; null if unknown. */
            country: string | null;
            /** @description Such as `Chrome 140`; null if unknown. */
            browser: string | null;
            /** @description Such as `Windows`; null if unknown. */
            system: string | null;
            /** @description Host of the site that led to the first page; null if unknown. */
            referrer: string | null;
            /** @description Input methods that were used. */
            inputs: components["schemas"]["InputMethod"][];
            /** @description A few visited paths, in order. */
            routes: string[];
            /** @description The check that adds the most points; null if none adds any. */
            reason: string | null;
            /** @description Keys and pointer movement over time, for a small chart: base64 with one byte for each part of the session. The upper four bits are keys and the lower four bits movement, each relative to the highest. Pauses are shortened. Null without input. */
            activity: string | null;
            /** @description The reviewer's label, or null. */
            label: components["schemas"]["Label"] | null;
            /** @description To continue an export after this row. */
            cursor: string;
        };
        /** @description All data of one session. */
        SessionSubject: {
            /** @description ID of the session. */
            session_id: string;
        };
        /** @description Linked sessions were found: several users share a typing rhythm, a mouse path, typing statistics, a device or an IP address. Checked every ten minutes; sent at most once in thirty days for each cluster, even if sessions join or leave it. */
        SessionsClusterEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "sessions.cluster";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The cluster. Get its sessions from the management API. */
            data: components["schemas"]["ClusterSummary"];
        };
        /** @description Settings of the workspace. */
        Settings: {
            /** @description Only weights that differ from the default. */
            weights: components["schemas"]["Weights"];
            /** @description Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`, in ascending order. */
            bands: number[];
            /** @description In monitor-only mode, the service recommends no action stronger than `Accept with monitoring`. */
            monitor_only: boolean;
            /** @description How long data is kept. */
            retention: components["schemas"]["Retention"];
            /**
             * @description Sessions that are compared to find linked sessions: `visits` (the default) leaves out sessions of surveys, `off` compares none.
             * @enum {string}
             */
            linked_sessions: "all" | "visits" | "off";
            /**
             * @description Whether pages may forbid the browser script to read device data. `required` (the default): their sessions are rejected.
             * @enum {string}
             */
            device_data: "required" | "optional";
            /**
             * @description What a session must have proven before its visitor is accepted without step-up verification. `relaxed`: `in_time`; `standard` (the default): `challenge`; `strict`: `behavior`.
             * @enum {string}
             */
            acceptance: "relaxed" | "standard" | "strict";
            /**
             * @description Whether a user ID is stored only together with a valid `user_hash`: `enforce`, or `off` (the default).
             * @enum {string}
             */
            user_hash: "enforce" | "off";
            /** @description Forward-auth rules by path. A path without a rule has `on_unknown: review`. */
            forward_auth: components["schemas"]["ForwardAuthRule"][];
            /** @description Sentences for step-up verification, in place of those of the service: at most 50, each of 40 to 200 characters, at least 10 of them different. Empty: the sentences of the service. */
            step_up_sentences: string[];
            /** @description Built-in defaults. */
            defaults: components["schemas"]["SettingsDefaults"];
            /** @description Whether sessions scored with earlier settings are being rescored. */
            rescoring: boolean;
        };
        /** @description Settings to change. Absent settings stay as they are. */
        SettingsChange: {
            /** @description Weights to change. */
            weights?: components["schemas"]["WeightsChange"];
            /** @description Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`, in ascending order. Null resets them to the default. */
            bands?: number[] | null;
            /** @description In monitor-only mode, the service recommends no action stronger than `Accept with monitoring`. */
            monitor_only?: boolean;
            /** @description Retention periods to change. */
            retention?: components["schemas"]["RetentionChange"];
            /**
             * @description Sessions that are compared to find linked sessions: `visits` (the default) leaves out sessions of surveys, `off` compares none.
             * @enum {string}
             */
            linked_sessions?: "all" | "visits" | "off";
            /**
             * @description Whether pages may forbid the browser script to read device data. `required` (the default): their sessions are rejected.
             * @enum {string}
             */
            device_data?: "required" | "optional";
            /**
             * @description What a session must have proven before its visitor is accepted without step-up verification. `relaxed`: `in_time`; `standard` (the default): `challenge`; `strict`: `behavior`.
             * @enum {string}
             */
            acceptance?: "relaxed" | "standard" | "strict";
            /**
             * @description Whether a user ID is stored only together with a valid `user_hash`: `enforce`, or `off` (the default).
             * @enum {string}
             */
            user_hash?: "enforce" | "off";
            /** @description Forward-auth rules by path. A path without a rule has `on_unknown: review`. */
            forward_auth?: components["schemas"]["ForwardAuthRule"][];
            /** @description Sentences for step-up verification, in place of those of the service: at most 50, each of 40 to 200 characters, at least 10 of them different. Empty: the sentences of the service. */
            step_up_sentences?: string[];
        };
        /** @description Built-in defaults. Caps cannot be changed. */
        SettingsDefaults: {
            /** @description The weight of every check. */
            weights: components["schemas"]["DefaultWeight"][];
            /** @description The cap of every group. */
            caps: components["schemas"]["GroupCap"][];
            /** @description Points for proof of automation, unless the workspace sets a weight for the check. */
            proof: number;
            /** @description Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`, in ascending order. */
            bands: number[];
        };
        /** @description A survey that was analyzed again by itself. */
        SettledSurvey: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Number of participants. */
            participants: number;
            /** @description Participants whose verdict or failed checks differ from the first result. */
            changed: number;
            /** @description Time at which the new analysis began, in Unix milliseconds. */
            settled_at: number;
        };
        /** @description The content of a signed result. */
        SignedResult: {
            /** @description The same for every result of this page load and action until one is redeemed, so that a server can reject a second use. */
            result_id: string;
            /** @description ID of the session. */
            session_id: string;
            /** @description The site key that recorded the session. */
            site_key: string;
            /** @description The risk score when the result was issued. */
            risk_score: number;
            /**
             * @description The action that applies: the action of the label if a reviewer overrode the computed one.
             * @enum {string}
             */
            effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /** @description What the session had proven. */
            proven: components["schemas"]["Proven"];
            /** @description What to do with the visitor. */
            decision: components["schemas"]["Decision"];
            /** @description The host of the page; empty if the browser named none. */
            hostname: string;
            /**
             * @description The result of step-up verification. Absent if the service never asked for it.
             * @enum {string}
             */
            step_up?: "passed" | "failed" | "unknown";
            /** @description Time of issue, in Unix milliseconds. */
            issued_at: number;
            /** @description Expiry time, in Unix milliseconds. */
            expires_at: number;
            /** @description The name that the page gave to the action, such as `signup`. */
            page_action?: string;
            /** @description Data that the page passed along. The page can send any text. */
            page_data?: string;
        };
        /** @description A part of an answer, in characters (Unicode code points) of the answer as sent. */
        Span: {
            /** @description Index of the first character. */
            start: number;
            /** @description Index after the last character. */
            end: number;
        };
        /** @description The step-up verification that the page asked for. It never changes the risk score. */
        StepUp: {
            /**
             * @description `passed`: the sentence of the task was typed as people type, in a session that passed the challenge. `failed`: a program typed it, or another text was typed. `unknown`: not answered, too little evidence, or the session did not pass the challenge.
             * @enum {string}
             */
            result: "passed" | "failed" | "unknown";
            /** @description The reason for the result. Never contains typed text. */
            reason: string;
            /** @description Time at which the task was shown, in Unix milliseconds. */
            asked_at: number;
            /** @description Time of the answer, in Unix milliseconds; null without an answer. */
            answered_at: number | null;
        };
        /** @description Visits that would have needed step-up verification, by acceptance level. */
        StepUpCounts: {
            /** @description Sessions in the preview that started in the last 30 days. */
            visits: number;
            /** @description Of these, at the level `relaxed`. */
            relaxed: number;
            /** @description Of these, at the level `standard`. */
            standard: number;
            /** @description Of these, at the level `strict`. */
            strict: number;
        };
        /** @description An analyzed survey. */
        Survey: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Number of analyzed participants. */
            participants: number;
            /** @description Number of participants who failed at least one check. */
            flagged: number;
            /** @description Time of the first analysis, in Unix milliseconds. */
            first_at: number;
            /** @description Time of the latest analysis, in Unix milliseconds. */
            last_at: number;
        };
        /** @description Progress of a new analysis of all participants. */
        SurveyAgain: {
            /** @description Time of the request, in Unix milliseconds; null if there was none. */
            requested_at: number | null;
            /** @description Whether the analysis is running. */
            running: boolean;
            /** @description Participants analyzed since the request. */
            done: number;
            /** @description Number of participants of the survey. */
            participants: number;
        };
        /** @description A participant was analyzed again, and the verdict or the failed checks differ from the previous analysis. */
        SurveyChangedEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "survey.changed";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The latest analysis. */
            data: components["schemas"]["ChangedParticipant"];
        };
        /**
         * @description A survey check of either version.
         * @enum {string}
         */
        SurveyCheck: "Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing" | "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk";
        /**
         * @description A survey check of v012.
         * @enum {string}
         */
        SurveyCheckV012: "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk" | "Automated test: GPT";
        /**
         * @description A survey check of v021.
         * @enum {string}
         */
        SurveyCheckV021: "Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing";
        /** @description A column of a survey file. */
        SurveyColumn: {
            /** @description Name of the column. */
            name: string;
            /**
             * @description What the column is used for.
             * @enum {string}
             */
            use: "participant" | "survey" | "question" | "none";
            /** @description Why the column is used in this way. */
            reason: string;
            /** @description Detected text of the question. */
            text: string;
        };
        /** @description How a survey file would be read. */
        SurveyFile: {
            /**
             * @description Format of the file; TSV is `csv`.
             * @enum {string}
             */
            format: "csv" | "xlsx" | "ndjson";
            /** @description Null for a workbook. */
            encoding: string | null;
            /** @description The survey platform that exported the file; null if not recognized. */
            platform: string | null;
            /** @description The sheet that is read; null if the file is not a workbook. */
            sheet: string | null;
            /** @description All visible sheets of a workbook. */
            sheets: string[];
            /** @description Rows above the first participant. */
            header_rows: number;
            /** @description Rows of participants. */
            rows: number;
            /** @description All columns, in order. */
            columns: components["schemas"]["SurveyColumn"][];
            /** @description The questions of a file whose lines are API requests; null if the answers are in columns. */
            questions: components["schemas"]["SurveyFileQuestion"][] | null;
            /** @description Participant IDs with more than one row. */
            repeated: components["schemas"]["RepeatedParticipants"];
        };
        /** @description A question of a file whose lines are API requests. */
        SurveyFileQuestion: {
            /** @description ID of the question. */
            id: string;
            /** @description Text of the question. */
            text: string;
        };
        /** @description An analysis was flagged. Sent again when the same participant sends other answers that are flagged. */
        SurveyFlaggedEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "survey.flagged";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The analysis. */
            data: components["schemas"]["FlaggedParticipant"];
        };
        /** @description A file of survey responses that is analyzed in the background. */
        SurveyJob: {
            /** @description ID of the job. */
            id: string;
            /** @description Name of the file. */
            name: string;
            /** @description Creation time, in Unix milliseconds. */
            created_at: number;
            /**
             * @description State of the job; `running` also while it waits.
             * @enum {string}
             */
            state: "running" | "canceling" | "canceled" | "done" | "failed";
            /** @description Unfinished jobs of the workspace that were created earlier. */
            ahead: number;
            /** @description Rows below the header; 0 until the file has been read. */
            total: number;
            /** @description Finished rows, including those without answers. */
            done: number;
            /** @description Rows in which at least one check failed. */
            flagged: number;
            /** @description Rows that were rejected or whose analysis failed. */
            rejected: number;
            /** @description Reason for the failure; null if the job has not failed. */
            problem: string | null;
            /** @description URL of the file with results, once the job is done. */
            download: string | null;
        };
        /** @description Survey jobs, newest first. */
        SurveyJobList: {
            /** @description The items of this page. */
            items: components["schemas"]["SurveyJob"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description Counts of a survey job. */
        SurveyJobSummary: {
            /** @description All rows below the header. */
            rows: number;
            /** @description Rows that were analyzed. */
            participants: number;
            /** @description Rows in which at least one check failed. */
            flagged: number;
            /** @description Analyzed rows by effective verdict. */
            verdicts: components["schemas"]["VerdictCounts"];
            /** @description Rows that were rejected, such as those with an ID that is too long, or whose analysis failed. */
            rejected: number;
            /** @description Rows without answers. */
            skipped: number;
            /** @description Survey IDs in the file, at most 20. */
            surveys: string[];
            /** @description Failed checks with the number of rows for each, most frequent first. */
            checks: components["schemas"]["CheckCount"][];
        };
        /** @description Analyzed surveys. */
        SurveyList: {
            /** @description The items of this page. */
            items: components["schemas"]["Survey"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description How a survey was checked, and the outcome. */
        SurveyMethods: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description The methods paragraph. */
            text: string;
            /** @description Version of Byhand. */
            program_version: string;
            /** @description Models used for the analyses. */
            models: string[];
            /** @description Versions of the checks and text models behind the analyses. */
            analysis_versions: string[];
            /** @description Time of the first analysis included, in Unix milliseconds. */
            first_at: number;
            /** @description Time of the latest analysis included, in Unix milliseconds. */
            last_at: number;
            /** @description Number of analyzed participants. */
            participants: number;
            /** @description Number of questions. */
            questions: number;
            /** @description Low-effort thresholds in use. */
            low_effort_thresholds: number[];
            /** @description Participants whose typing was recorded. */
            typed: number;
            /** @description Participants for whom a check could not run. */
            incomplete: number;
            /** @description Participants who failed at least one check. */
            flagged: number;
            /** @description All participants by effective verdict. */
            verdicts: components["schemas"]["VerdictCounts"];
            /** @description Removed participants whose computed verdict is not `remove`. */
            removed_by_reviewer: number;
            /** @description Participants with the computed verdict `remove` who were not removed. */
            restored_by_reviewer: number;
            /** @description Every check of the analyses. */
            checks: components["schemas"]["MethodsCheck"][];
        };
        /** @description The outcome of a survey. */
        SurveyOutcome: {
            /** @description Your ID for the survey. */
            survey_id: string;
            /** @description Number of analyzed participants. */
            participants: number;
            /** @description Number of participants who failed at least one check. */
            flagged: number;
            /** @description Time of the first analysis, in Unix milliseconds. */
            first_at: number;
            /** @description Time of the latest analysis, in Unix milliseconds. */
            last_at: number;
            /** @description Participants by effective verdict. */
            verdicts: components["schemas"]["VerdictCounts"];
            /** @description Participants with a verdict of a reviewer. */
            reviewed: number;
            /** @description Groups of at least two similar answers, at most 100. */
            groups: number;
            /** @description Open-ended questions in English of the newest participant. */
            references: components["schemas"]["ReferenceCounts"];
        };
        /** @description Answers of one participant, for v012. */
        SurveyRequestV012: {
            /** @description Your ID for the survey, at most 256 bytes. */
            survey_id: string;
            /** @description Your ID for the participant, at most 256 bytes. */
            participant_id: string;
            /** @description Map from question ID to the text shown to the participant; 1 to 100 questions. */
            questions: {
                [key: string]: string;
            };
            /** @description Map from question ID to the final answer. Absent or null means not answered. */
            responses: {
                [key: string]: string | null;
            };
            /** @description Map from question ID to the typing history of its answer. */
            question_histories?: {
                [key: string]: components["schemas"]["ChangeEntry"][];
            };
            /** @description The session that the browser script recorded. The service then uses the typing that it observed. */
            session_id?: string;
            /** @description Condition of an experiment, at most 256 bytes. Answers are compared with those of participants in the same condition. */
            condition?: string;
            /** @description Map from question ID to question type. */
            question_types?: {
                [key: string]: components["schemas"]["QuestionType"];
            };
            /** @description Checks to disable. A disabled check is never reported as failed. */
            disabled_checks?: components["schemas"]["SurveyCheck"][];
        };
        /** @description Answers of one participant, for v021. */
        SurveyRequestV021: {
            /** @description Your ID for the survey, at most 256 bytes. */
            survey_id: string;
            /** @description Your ID for the participant, at most 256 bytes. */
            participant_id: string;
            /** @description Map from question ID to the text shown to the participant; 1 to 100 questions. */
            questions: {
                [key: string]: string;
            };
            /** @description Map from question ID to the final answer. Absent or null means not answered. */
            responses: {
                [key: string]: string | null;
            };
            /** @description Map from question ID to the typing history of its answer. */
            question_histories?: {
                [key: string]: components["schemas"]["ChangeEntry"][];
            };
            /** @description The session that the browser script recorded. The service then uses the typing that it observed. */
            session_id?: string;
            /** @description Condition of an experiment, at most 256 bytes. Answers are compared with those of participants in the same condition. */
            condition?: string;
            /** @description Map from question ID to question type. */
            question_types?: {
                [key: string]: components["schemas"]["QuestionType"];
            };
            /** @description Checks to disable. A disabled check is never reported as failed. */
            disabled_checks?: components["schemas"]["SurveyCheck"][];
            /** @description The device ID that `getFingerprintId()` of the browser script returns. */
            fingerprint_id?: string;
            /**
             * @description An answer with an effort rating at or below this threshold fails `Low-effort`. 0 flags no answer, 10 flags every non-empty answer.
             * @default 0
             */
            low_effort_threshold?: number;
        };
        /** @description Result of an analysis with v012. */
        SurveyResultV012: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Checks that failed for any question, each once. */
            checks: components["schemas"]["SurveyCheckV012"][];
            /** @description Map from question ID to group number, only for questions whose answer is similar to another participant's. */
            response_groups: {
                [key: string]: number;
            };
            /** @description Why a check could not run, or another warning. Absent if there is none. */
            warning?: string;
        };
        /** @description Result of an analysis with v021. */
        SurveyResultV021: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Map from question ID to the number of its group of similar answers; 0 if not answered. */
            response_groups: {
                [key: string]: number;
            };
            /** @description Map from question ID to its failed checks. Every question is present. */
            checks: {
                [key: string]: components["schemas"]["SurveyCheckV021"][];
            };
            /** @description Map from question ID to a rating from 1 (least effort) to 10. An empty answer has 1. */
            effort_ratings: {
                [key: string]: number;
            };
            /** @description Page that shows how the answers were typed. It requires a login. */
            typing_url: string;
            /** @description Model used, such as `byhand-v021`; ends with the API version. */
            model: string;
            /** @description Facts about the device. Only if the request has a `fingerprint_id`. */
            fingerprint_checks?: components["schemas"]["FingerprintChecks"];
            /** @description Why a check could not run, or another warning. Absent if there is none. */
            warning?: string;
        };
        /** @description Settings of one survey. */
        SurveySettings: {
            /** @description A participant is to be reviewed if more than half of the answers have at most this effort rating. By default 1; 0 is off. */
            review_effort: number;
        };
        /** @description No response arrived for ten minutes, and all participants were analyzed again. */
        SurveySettledEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "survey.settled";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The survey. */
            data: components["schemas"]["SettledSurvey"];
        };
        /** @description Sessions with one tag. */
        TagSessions: {
            /** @description The requested tag. */
            tag: string;
            /** @description Most recently started first. */
            sessions: components["schemas"]["SessionRecord"][];
        };
        /** @description A test was requested in the dashboard, through the API or on the command line. */
        TestEvent: {
            /**
             * @description Type of the event.
             * @constant
             */
            type: "test";
            /**
             * Format: date-time
             * @description Time of the event, in ISO 8601.
             */
            timestamp: string;
            /** @description The message. */
            data: components["schemas"]["TestMessage"];
        };
        /** @description The content of a test event. */
        TestMessage: {
            /** @description A human-readable sentence. */
            message: string;
        };
        /** @description Sessions of one user. */
        UserSessions: {
            /** @description The requested user ID. */
            user_id: string;
            /** @description Most recently started first. */
            sessions: components["schemas"]["SessionRecord"][];
        };
        /** @description All data of one user. */
        UserSubject: {
            /** @description The user ID given to the browser script. */
            user_id: string;
        };
        /**
         * @description What to do with a participant: `keep`, `review` or `remove`.
         * @enum {string}
         */
        Verdict: "keep" | "review" | "remove";
        /** @description A changed verdict. */
        VerdictChange: {
            /** @description The reviewer's verdict that applies now, or null. */
            overridden_by: components["schemas"]["OverriddenVerdict"] | null;
            /** @description The reviewer's previous verdict, or null. Use it to undo the change. */
            previous: components["schemas"]["OverriddenVerdict"] | null;
        };
        /** @description Participants by effective verdict. */
        VerdictCounts: {
            /** @description Participants with the effective verdict `keep`. */
            keep: number;
            /** @description Participants with the effective verdict `review`. */
            review: number;
            /** @description Participants with the effective verdict `remove`. */
            remove: number;
        };
        /** @description A reviewer's verdict on a participant. */
        VerdictRequest: {
            /** @description Your verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description Your reason. */
            note?: string;
        };
        /** @description An agent whose signature was verified. */
        VerifiedAgent: {
            /** @description Its name in the workspace, or the host of its directory if it has none. */
            name: string;
            /** @description URL of the agent's keys, if the signature covers it; otherwise null. */
            url: string | null;
            /** @description Thumbprint of the key. */
            key_id: string;
            /** @description The policy of the workspace when the request arrived. */
            policy: components["schemas"]["AgentPolicy"];
        };
        /** @description Whether the result is valid, and its content or the reason. */
        VerifyAnswer: {
            /**
             * @description The result is valid.
             * @constant
             */
            valid: true;
            /** @description The content of the result. */
            result: components["schemas"]["SignedResult"];
        } | {
            /**
             * @description The result is not valid.
             * @constant
             */
            valid: false;
            /**
             * @description `invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `wrong_site_key`: issued for another site key. `wrong_host`: issued for a page on another host. `already_used`: redeemed before.
             * @enum {string}
             */
            reason: "invalid" | "expired" | "wrong_site_key" | "wrong_host" | "already_used";
        };
        /** @description A signed result to verify. */
        VerifyRequest: {
            /** @description The text that the page sent to your server. */
            result: string;
            /** @description The site key that the result must belong to. */
            site_key?: string;
            /** @description The host of the page must be one of these. An empty list allows every host. */
            hostnames?: string[];
            /** @description Redeem the result: a later request with `once` gets `already_used`. */
            once?: boolean;
            /** @description With `once`: the same request can be repeated with the same key. */
            idempotency_key?: string;
        };
        /** @description A webhook, without its secret. */
        Webhook: {
            /** @description ID of the webhook. */
            id: string;
            /** @description Display name; may be empty. */
            name: string;
            /** @description URL that receives the events. */
            url: string;
            /** @description Events that it receives. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Whether the service sends events to it. */
            enabled: boolean;
            /** @description Reason why the service disabled the webhook; null if it did not. */
            disabled_reason: string | null;
            /** @description Creation time, in Unix milliseconds. */
            created_at: number;
            /** @description Time at which the old secret expires; null if only one secret is in use. */
            old_secret_until: number | null;
            /** @description The latest delivery; null if there is none. */
            last_delivery: components["schemas"]["LastDelivery"] | null;
        };
        /** @description Fields of a webhook to change. Absent fields stay as they are. */
        WebhookChange: {
            /** @description Display name. */
            name?: string;
            /** @description HTTPS URL that receives the events. */
            url?: string;
            /** @description Events to send. */
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Whether the service sends events to it. */
            enabled?: boolean;
        };
        /**
         * @description A type of event that a webhook can receive.
         * @enum {string}
         */
        WebhookEvent: "session.completed" | "session.risk_changed" | "survey.flagged" | "survey.changed" | "survey.settled" | "sessions.cluster";
        /** @description All webhooks. */
        WebhookList: {
            /** @description The items of this page. */
            items: components["schemas"]["Webhook"][];
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A webhook to create. */
        WebhookRequest: {
            /** @description Display name. */
            name?: string;
            /** @description HTTPS URL that receives the events. */
            url: string;
            /** @description Events to send. */
            events: components["schemas"]["WebhookEvent"][];
        };
        /** @description Points per check. An absent check uses its default. */
        Weights: {
            /** @description Points that a full-strength detection by `agent_behavior` adds; 0 disables the check. */
            agent_behavior?: number;
            /** @description Points that a full-strength detection by `programmatic_typing` adds; 0 disables the check. */
            programmatic_typing?: number;
            /** @description Points that a full-strength detection by `teleporting_mouse` adds; 0 disables the check. */
            teleporting_mouse?: number;
            /** @description Points that a full-strength detection by `no_corrections` adds; 0 disables the check. */
            no_corrections?: number;
            /** @description Points that a full-strength detection by `all_pasted` adds; 0 disables the check. */
            all_pasted?: number;
            /** @description Points that a full-strength detection by `jump_scrolling` adds; 0 disables the check. */
            jump_scrolling?: number;
            /** @description Points that a full-strength detection by `centered_clicks` adds; 0 disables the check. */
            centered_clicks?: number;
            /** @description Points that a full-strength detection by `programmatic_clicking` adds; 0 disables the check. */
            programmatic_clicking?: number;
            /** @description Points that a full-strength detection by `external_input` adds; 0 disables the check. */
            external_input?: number;
            /** @description Points that a full-strength detection by `bot` adds; 0 disables the check. */
            bot?: number;
            /** @description Points that a full-strength detection by `virtual_machine` adds; 0 disables the check. */
            virtual_machine?: number;
            /** @description Points that a full-strength detection by `software_renderer` adds; 0 disables the check. */
            software_renderer?: number;
            /** @description Points that a full-strength detection by `vpn` adds; 0 disables the check. */
            vpn?: number;
            /** @description Points that a full-strength detection by `tor` adds; 0 disables the check. */
            tor?: number;
            /** @description Points that a full-strength detection by `location_spoofing` adds; 0 disables the check. */
            location_spoofing?: number;
        };
        /** @description New points per check. Null resets a check to its default. */
        WeightsChange: {
            /** @description Points that a full-strength detection by `agent_behavior` adds; 0 disables the check. Null resets it to the default. */
            agent_behavior?: number | null;
            /** @description Points that a full-strength detection by `programmatic_typing` adds; 0 disables the check. Null resets it to the default. */
            programmatic_typing?: number | null;
            /** @description Points that a full-strength detection by `teleporting_mouse` adds; 0 disables the check. Null resets it to the default. */
            teleporting_mouse?: number | null;
            /** @description Points that a full-strength detection by `no_corrections` adds; 0 disables the check. Null resets it to the default. */
            no_corrections?: number | null;
            /** @description Points that a full-strength detection by `all_pasted` adds; 0 disables the check. Null resets it to the default. */
            all_pasted?: number | null;
            /** @description Points that a full-strength detection by `jump_scrolling` adds; 0 disables the check. Null resets it to the default. */
            jump_scrolling?: number | null;
            /** @description Points that a full-strength detection by `centered_clicks` adds; 0 disables the check. Null resets it to the default. */
            centered_clicks?: number | null;
            /** @description Points that a full-strength detection by `programmatic_clicking` adds; 0 disables the check. Null resets it to the default. */
            programmatic_clicking?: number | null;
            /** @description Points that a full-strength detection by `external_input` adds; 0 disables the check. Null resets it to the default. */
            external_input?: number | null;
            /** @description Points that a full-strength detection by `bot` adds; 0 disables the check. Null resets it to the default. */
            bot?: number | null;
            /** @description Points that a full-strength detection by `virtual_machine` adds; 0 disables the check. Null resets it to the default. */
            virtual_machine?: number | null;
            /** @description Points that a full-strength detection by `software_renderer` adds; 0 disables the check. Null resets it to the default. */
            software_renderer?: number | null;
            /** @description Points that a full-strength detection by `vpn` adds; 0 disables the check. Null resets it to the default. */
            vpn?: number | null;
            /** @description Points that a full-strength detection by `tor` adds; 0 disables the check. Null resets it to the default. */
            tor?: number | null;
            /** @description Points that a full-strength detection by `location_spoofing` adds; 0 disables the check. Null resets it to the default. */
            location_spoofing?: number | null;
        };
        /** @description The effect of the new settings. */
        WhatIf: {
            /** @description Number of sessions in the preview: the newest of all `stored` sessions. */
            computed_on: number;
            /** @description Number of stored sessions. */
            stored: number;
            /** @description Sessions by action with the current settings. */
            before: components["schemas"]["ActionCounts"];
            /** @description Sessions by action with the new settings. */
            after: components["schemas"]["ActionCounts"];
            /** @description Number of sessions whose action would change. */
            changed: number;
            /** @description Changes from one action to another, most frequent first. */
            moves: components["schemas"]["ActionMove"][];
            /** @description The effect on labeled sessions. */
            labeled: components["schemas"]["LabeledEffect"];
            /** @description Visits of the last 30 days that would have needed step-up verification, by acceptance level. */
            step_up: components["schemas"]["StepUpCounts"];
        };
        /** @description Settings to try. Absent settings stay as they are. */
        WhatIfRequest: {
            /** @description Weights to change. */
            weights?: components["schemas"]["WeightsChange"];
            /** @description Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`, in ascending order. Null resets them to the default. */
            bands?: number[] | null;
            /** @description In monitor-only mode, the service recommends no action stronger than `Accept with monitoring`. */
            monitor_only?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ActionCounts = components['schemas']['ActionCounts'];
export type ActionMove = components['schemas']['ActionMove'];
export type AgentChange = components['schemas']['AgentChange'];
export type AgentFinding = components['schemas']['AgentFinding'];
export type AgentKey = components['schemas']['AgentKey'];
export type AgentKeyView = components['schemas']['AgentKeyView'];
export type AgentPolicy = components['schemas']['AgentPolicy'];
export type AgentRequest = components['schemas']['AgentRequest'];
export type AnalysisSummary = components['schemas']['AnalysisSummary'];
export type Answer = components['schemas']['Answer'];
export type BiometricChecks = components['schemas']['BiometricChecks'];
export type ChangeEntry = components['schemas']['ChangeEntry'];
export type ChangedParticipant = components['schemas']['ChangedParticipant'];
export type ChangedRisk = components['schemas']['ChangedRisk'];
export type ChatbotAnswers = components['schemas']['ChatbotAnswers'];
export type ChatbotRequest = components['schemas']['ChatbotRequest'];
export type CheckCount = components['schemas']['CheckCount'];
export type CheckResult = components['schemas']['CheckResult'];
export type ClusterKind = components['schemas']['ClusterKind'];
export type ClusterMember = components['schemas']['ClusterMember'];
export type ClusterSummary = components['schemas']['ClusterSummary'];
export type CompletedSession = components['schemas']['CompletedSession'];
export type Decision = components['schemas']['Decision'];
export type DeclaredAgent = components['schemas']['DeclaredAgent'];
export type DeclaredAgents = components['schemas']['DeclaredAgents'];
export type DefaultWeight = components['schemas']['DefaultWeight'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DeliveryTry = components['schemas']['DeliveryTry'];
export type DeviceChecks = components['schemas']['DeviceChecks'];
export type Done = components['schemas']['Done'];
export type DroppedReference = components['schemas']['DroppedReference'];
export type Erasure = components['schemas']['Erasure'];
export type ErrorRate = components['schemas']['ErrorRate'];
export type EventEntry = components['schemas']['EventEntry'];
export type EventLog = components['schemas']['EventLog'];
export type EventRow = components['schemas']['EventRow'];
export type EvidenceCoverage = components['schemas']['EvidenceCoverage'];
export type ExplainedCheck = components['schemas']['ExplainedCheck'];
export type ExplainedSurveyResultV012 = components['schemas']['ExplainedSurveyResultV012'];
export type ExplainedSurveyResultV021 = components['schemas']['ExplainedSurveyResultV021'];
export type FieldError = components['schemas']['FieldError'];
export type FingerprintChecks = components['schemas']['FingerprintChecks'];
export type FlaggedParticipant = components['schemas']['FlaggedParticipant'];
export type ForwardAuthRule = components['schemas']['ForwardAuthRule'];
export type GroupCap = components['schemas']['GroupCap'];
export type InputMethod = components['schemas']['InputMethod'];
export type IssuedKey = components['schemas']['IssuedKey'];
export type IssuedWebhook = components['schemas']['IssuedWebhook'];
export type Key = components['schemas']['Key'];
export type KeyChange = components['schemas']['KeyChange'];
export type KeyKind = components['schemas']['KeyKind'];
export type KeyList = components['schemas']['KeyList'];
export type KeyMode = components['schemas']['KeyMode'];
export type KeyRequest = components['schemas']['KeyRequest'];
export type KeyRotation = components['schemas']['KeyRotation'];
export type KeyScope = components['schemas']['KeyScope'];
export type Label = components['schemas']['Label'];
export type LabelChange = components['schemas']['LabelChange'];
export type LabelRequest = components['schemas']['LabelRequest'];
export type LabeledCounts = components['schemas']['LabeledCounts'];
export type LabeledEffect = components['schemas']['LabeledEffect'];
export type LastDelivery = components['schemas']['LastDelivery'];
export type MethodsCheck = components['schemas']['MethodsCheck'];
export type OverriddenBy = components['schemas']['OverriddenBy'];
export type OverriddenVerdict = components['schemas']['OverriddenVerdict'];
export type Participant = components['schemas']['Participant'];
export type ParticipantList = components['schemas']['ParticipantList'];
export type ParticipantResult = components['schemas']['ParticipantResult'];
export type ParticipantSubject = components['schemas']['ParticipantSubject'];
export type ParticipantVerdict = components['schemas']['ParticipantVerdict'];
export type PersonAnalysis = components['schemas']['PersonAnalysis'];
export type PersonExport = components['schemas']['PersonExport'];
export type PersonFileRow = components['schemas']['PersonFileRow'];
export type PersonSession = components['schemas']['PersonSession'];
export type PersonSubject = components['schemas']['PersonSubject'];
export type PreviousAnalysis = components['schemas']['PreviousAnalysis'];
export type Problem = components['schemas']['Problem'];
export type Proven = components['schemas']['Proven'];
export type QuestionReferences = components['schemas']['QuestionReferences'];
export type QuestionType = components['schemas']['QuestionType'];
export type RecommendedAction = components['schemas']['RecommendedAction'];
export type ReferenceAnswer = components['schemas']['ReferenceAnswer'];
export type ReferenceCounts = components['schemas']['ReferenceCounts'];
export type ReferenceList = components['schemas']['ReferenceList'];
export type ReferencesRequest = components['schemas']['ReferencesRequest'];
export type RepeatedParticipants = components['schemas']['RepeatedParticipants'];
export type Retention = components['schemas']['Retention'];
export type RetentionChange = components['schemas']['RetentionChange'];
export type RiskContribution = components['schemas']['RiskContribution'];
export type RiskParts = components['schemas']['RiskParts'];
export type SavedReferences = components['schemas']['SavedReferences'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type SessionCheck = components['schemas']['SessionCheck'];
export type SessionCluster = components['schemas']['SessionCluster'];
export type SessionClusters = components['schemas']['SessionClusters'];
export type SessionCompletedEvent = components['schemas']['SessionCompletedEvent'];
export type SessionItem = components['schemas']['SessionItem'];
export type SessionLabel = components['schemas']['SessionLabel'];
export type SessionList = components['schemas']['SessionList'];
export type SessionRecord = components['schemas']['SessionRecord'];
export type SessionReport = components['schemas']['SessionReport'];
export type SessionRiskChangedEvent = components['schemas']['SessionRiskChangedEvent'];
export type SessionRow = components['schemas']['SessionRow'];
export type SessionSubject = components['schemas']['SessionSubject'];
export type SessionsClusterEvent = components['schemas']['SessionsClusterEvent'];
export type Settings = components['schemas']['Settings'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SettingsDefaults = components['schemas']['SettingsDefaults'];
export type SettledSurvey = components['schemas']['SettledSurvey'];
export type SignedResult = components['schemas']['SignedResult'];
export type Span = components['schemas']['Span'];
export type StepUp = components['schemas']['StepUp'];
export type StepUpCounts = components['schemas']['StepUpCounts'];
export type Survey = components['schemas']['Survey'];
export type SurveyAgain = components['schemas']['SurveyAgain'];
export type SurveyChangedEvent = components['schemas']['SurveyChangedEvent'];
export type SurveyCheck = components['schemas']['SurveyCheck'];
export type SurveyCheckV012 = components['schemas']['SurveyCheckV012'];
export type SurveyCheckV021 = components['schemas']['SurveyCheckV021'];
export type SurveyColumn = components['schemas']['SurveyColumn'];
export type SurveyFile = components['schemas']['SurveyFile'];
export type SurveyFileQuestion = components['schemas']['SurveyFileQuestion'];
export type SurveyFlaggedEvent = components['schemas']['SurveyFlaggedEvent'];
export type SurveyJob = components['schemas']['SurveyJob'];
export type SurveyJobList = components['schemas']['SurveyJobList'];
export type SurveyJobSummary = components['schemas']['SurveyJobSummary'];
export type SurveyList = components['schemas']['SurveyList'];
export type SurveyMethods = components['schemas']['SurveyMethods'];
export type SurveyOutcome = components['schemas']['SurveyOutcome'];
export type SurveyRequestV012 = components['schemas']['SurveyRequestV012'];
export type SurveyRequestV021 = components['schemas']['SurveyRequestV021'];
export type SurveyResultV012 = components['schemas']['SurveyResultV012'];
export type SurveyResultV021 = components['schemas']['SurveyResultV021'];
export type SurveySettings = components['schemas']['SurveySettings'];
export type SurveySettledEvent = components['schemas']['SurveySettledEvent'];
export type TagSessions = components['schemas']['TagSessions'];
export type TestEvent = components['schemas']['TestEvent'];
export type TestMessage = components['schemas']['TestMessage'];
export type UserSessions = components['schemas']['UserSessions'];
export type UserSubject = components['schemas']['UserSubject'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictChange = components['schemas']['VerdictChange'];
export type VerdictCounts = components['schemas']['VerdictCounts'];
export type VerdictRequest = components['schemas']['VerdictRequest'];
export type VerifiedAgent = components['schemas']['VerifiedAgent'];
export type VerifyAnswer = components['schemas']['VerifyAnswer'];
export type VerifyRequest = components['schemas']['VerifyRequest'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookChange = components['schemas']['WebhookChange'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookRequest = components['schemas']['WebhookRequest'];
export type Weights = components['schemas']['Weights'];
export type WeightsChange = components['schemas']['WeightsChange'];
export type WhatIf = components['schemas']['WhatIf'];
export type WhatIfRequest = components['schemas']['WhatIfRequest'];
export type $defs = Record<string, never>;
export interface operations {
    checkSurveyV021: {
        parameters: {
            query?: {
                /** @description With `session_id`: maximum seconds to wait until the typing of the answers has arrived in the session. Ignored for bodies over 256 KiB. */
                wait?: number;
                /** @description Stores the answers without an analysis, so that responses that are analyzed afterwards are compared with them. For a file of responses: send all of them with it, then send the same requests again without it. The result has `error: true` until then. */
                collect?: boolean;
                /** @description Adds a verdict and the result, evidence, strength and spans of every check. The other fields stay the same. `1` and `0` are accepted too. */
                explain?: boolean;
            };
            header?: {
                /** @description A different body with the same key within 24 hours is rejected with 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
        };
        /** @description JSON, with any of the accepted field names, or a form with maps as JSON strings or in bracket notation. May be compressed with gzip, deflate, br or zstd. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyRequestV021"];
                "application/x-www-form-urlencoded": Record<string, never>;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The result. With `explain=true`, it has an explanation. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyResultV021"] | components["schemas"]["ExplainedSurveyResultV021"];
                };
            };
        };
    };
    checkSurveyV012: {
        parameters: {
            query?: {
                /** @description With `session_id`: maximum seconds to wait until the typing of the answers has arrived in the session. Ignored for bodies over 256 KiB. */
                wait?: number;
                /** @description Stores the answers without an analysis, so that responses that are analyzed afterwards are compared with them. For a file of responses: send all of them with it, then send the same requests again without it. The result has `error: true` until then. */
                collect?: boolean;
                /** @description Adds a verdict and the result, evidence, strength and spans of every check. The other fields stay the same. `1` and `0` are accepted too. */
                explain?: boolean;
            };
            header?: {
                /** @description A different body with the same key within 24 hours is rejected with 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
        };
        /** @description JSON, with any of the accepted field names, or a form with maps as JSON strings or in bracket notation. May be compressed with gzip, deflate, br or zstd. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyRequestV012"];
                "application/x-www-form-urlencoded": Record<string, never>;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The result. With `explain=true`, it has an explanation. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyResultV012"] | components["schemas"]["ExplainedSurveyResultV012"];
                };
            };
        };
    };
    checkSurveyLatest: {
        parameters: {
            query?: {
                /** @description With `session_id`: maximum seconds to wait until the typing of the answers has arrived in the session. Ignored for bodies over 256 KiB. */
                wait?: number;
                /** @description Stores the answers without an analysis, so that responses that are analyzed afterwards are compared with them. For a file of responses: send all of them with it, then send the same requests again without it. The result has `error: true` until then. */
                collect?: boolean;
                /** @description Adds a verdict and the result, evidence, strength and spans of every check. The other fields stay the same. `1` and `0` are accepted too. */
                explain?: boolean;
            };
            header?: {
                /** @description A different body with the same key within 24 hours is rejected with 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
        };
        /** @description JSON, with any of the accepted field names, or a form with maps as JSON strings or in bracket notation. May be compressed with gzip, deflate, br or zstd. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyRequestV021"];
                "application/x-www-form-urlencoded": Record<string, never>;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The result. With `explain=true`, it has an explanation. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyResultV021"] | components["schemas"]["ExplainedSurveyResultV021"];
                };
            };
        };
    };
    getSessionReport: {
        parameters: {
            query?: {
                /** @description Maximum seconds to wait for events that are still arriving. */
                wait?: number;
            };
            path: {
                /** @description Session ID, at most 256 bytes */
                sessionId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The report. `user_id` is present only if the session has one. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReport"];
                };
            };
        };
    };
    getSessionReportByQuery: {
        parameters: {
            query: {
                /** @description Session ID, at most 256 bytes */
                sessionId: string;
                /** @description Maximum seconds to wait for events that are still arriving. */
                wait?: number;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. `user_id` is present only if the session has one. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReport"];
                };
            };
        };
    };
    getSessionEvents: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                after?: string;
            };
            path: {
                /** @description Session ID, at most 256 bytes */
                sessionId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description `event_count` is the total of the session, not of the page. */
            200: {
                headers: {
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventLog"];
                };
            };
        };
    };
    getSessionEventsByQuery: {
        parameters: {
            query: {
                /** @description Session ID, at most 256 bytes */
                sessionId: string;
                /** @description Entries per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                after?: string;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `event_count` is the total of the session, not of the page. */
            200: {
                headers: {
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventLog"];
                };
            };
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /** @description Sessions per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                before?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
            };
            path: {
                /** @description User ID, as given to the browser script, at most 256 bytes */
                userId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
        };
    };
    listUserSessionsByQuery: {
        parameters: {
            query: {
                /** @description User ID, as given to the browser script, at most 256 bytes */
                userId: string;
                /** @description Sessions per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                before?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
        };
    };
    listTagSessions: {
        parameters: {
            query?: {
                /** @description Sessions per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                before?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
            };
            path: {
                /** @description Tag, at most 256 bytes */
                tag: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagSessions"];
                };
            };
        };
    };
    listTagSessionsByQuery: {
        parameters: {
            query: {
                /** @description Tag, at most 256 bytes */
                tag: string;
                /** @description Sessions per page. */
                limit?: number;
                /** @description Cursor from the `Link` header of the previous page. */
                before?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    /** @description Date since which `user_logs` has been deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Date on which `user_logs` will be removed (RFC 8594). */
                    Sunset?: string;
                    /** @description With `rel="next"`: the URL of the next page, if there is one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagSessions"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Only sessions that started at or after this time: Unix milliseconds or ISO 8601. */
                since?: string;
                /** @description Only sessions that started before this time: Unix milliseconds or ISO 8601. */
                until?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
                /** @description Only sessions with at most this `risk_score`. */
                max_score?: number;
                /** @description Only sessions with this `effective_action`. */
                action?: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /** @description Only sessions of this user. */
                user?: string;
                /** @description Only sessions with this tag. */
                tag?: string;
                /** @description Only sessions that visited this path; a `*` at the end matches anything, and `:id` matches any ID. */
                route?: string;
                /** @description Only sessions from this country: two letters. */
                country?: string;
                /** @description Only sessions in this browser (name without the version). */
                browser?: string;
                /** @description Only sessions on this operating system. */
                system?: string;
                /** @description Only sessions whose visitor came from this host. */
                referrer?: string;
                /** @description Only sessions that used this input method. */
                input?: "mouse" | "keyboard" | "touch";
                /** @description Only sessions in which this check has the result `Detected`. */
                check?: "agent_behavior" | "programmatic_typing" | "teleporting_mouse" | "no_corrections" | "all_pasted" | "jump_scrolling" | "centered_clicks" | "programmatic_clicking" | "external_input" | "bot" | "virtual_machine" | "software_renderer" | "vpn" | "tor" | "location_spoofing";
                /** @description Only sessions with this label; `none` selects sessions without a label. */
                label?: "person" | "bot" | "none";
                /** @description The first characters of a session ID, a user or a tag, the name of a browser or operating system, or the start of a path. Other filters apply to paths only. */
                q?: string;
                /** @description Order of the list. */
                order?: "newest" | "oldest" | "score";
                /** @description `next` of the previous page. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    getSessionLabel: {
        parameters: {
            query?: never;
            path: {
                /** @description Session ID */
                sessionId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The label. */
            200: {
                content: {
                    "application/json": components["schemas"]["SessionLabel"];
                };
            };
        };
    };
    setSessionLabel: {
        parameters: {
            query?: never;
            path: {
                /** @description Session ID */
                sessionId: string;
            };
        };
        /** @description A label to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelRequest"];
            };
        };
        responses: {
            /** @description The new label, and the previous one, so that you can undo the change. */
            200: {
                content: {
                    "application/json": components["schemas"]["LabelChange"];
                };
            };
        };
    };
    clearSessionLabel: {
        parameters: {
            query?: never;
            path: {
                /** @description Session ID */
                sessionId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The previous label, so that you can undo the change. */
            200: {
                content: {
                    "application/json": components["schemas"]["LabelChange"];
                };
            };
        };
    };
    exportSessions: {
        parameters: {
            query?: {
                /** @description Only sessions that started at or after this time: Unix milliseconds or ISO 8601. */
                since?: string;
                /** @description Only sessions that started before this time: Unix milliseconds or ISO 8601. */
                until?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
                /** @description Only sessions with at most this `risk_score`. */
                max_score?: number;
                /** @description Only sessions with this `effective_action`. */
                action?: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /** @description Only sessions of this user. */
                user?: string;
                /** @description Only sessions with this tag. */
                tag?: string;
                /** @description Only sessions that visited this path; a `*` at the end matches anything, and `:id` matches any ID. */
                route?: string;
                /** @description Only sessions from this country: two letters. */
                country?: string;
                /** @description Only sessions in this browser (name without the version). */
                browser?: string;
                /** @description Only sessions on this operating system. */
                system?: string;
                /** @description Only sessions whose visitor came from this host. */
                referrer?: string;
                /** @description Only sessions that used this input method. */
                input?: "mouse" | "keyboard" | "touch";
                /** @description Only sessions in which this check has the result `Detected`. */
                check?: "agent_behavior" | "programmatic_typing" | "teleporting_mouse" | "no_corrections" | "all_pasted" | "jump_scrolling" | "centered_clicks" | "programmatic_clicking" | "external_input" | "bot" | "virtual_machine" | "software_renderer" | "vpn" | "tor" | "location_spoofing";
                /** @description Only sessions with this label; `none` selects sessions without a label. */
                label?: "person" | "bot" | "none";
                /** @description Format of the file. */
                format?: "csv" | "ndjson";
                /** @description `cursor` of your last complete row. The export continues after it. */
                cursor?: string;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. `contentSchema` is the schema of one line of NDJSON. */
            200: {
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description Only sessions that started at or after this time: Unix milliseconds or ISO 8601. */
                since?: string;
                /** @description Only sessions that started before this time: Unix milliseconds or ISO 8601. */
                until?: string;
                /** @description Only sessions with at least this `risk_score`. */
                min_score?: number;
                /** @description Only sessions with at most this `risk_score`. */
                max_score?: number;
                /** @description Only sessions with this `effective_action`. */
                action?: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /** @description Only sessions of this user. */
                user?: string;
                /** @description Only sessions with this tag. */
                tag?: string;
                /** @description Only sessions that visited this path; a `*` at the end matches anything, and `:id` matches any ID. */
                route?: string;
                /** @description Only sessions from this country: two letters. */
                country?: string;
                /** @description Only sessions in this browser (name without the version). */
                browser?: string;
                /** @description Only sessions on this operating system. */
                system?: string;
                /** @description Only sessions whose visitor came from this host. */
                referrer?: string;
                /** @description Only sessions that used this input method. */
                input?: "mouse" | "keyboard" | "touch";
                /** @description Only sessions in which this check has the result `Detected`. */
                check?: "agent_behavior" | "programmatic_typing" | "teleporting_mouse" | "no_corrections" | "all_pasted" | "jump_scrolling" | "centered_clicks" | "programmatic_clicking" | "external_input" | "bot" | "virtual_machine" | "software_renderer" | "vpn" | "tor" | "location_spoofing";
                /** @description Only sessions with this label; `none` selects sessions without a label. */
                label?: "person" | "bot" | "none";
                /** @description Format of the file. */
                format?: "csv" | "ndjson";
                /** @description `cursor` of your last complete row. The export continues after it. */
                cursor?: string;
            };
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. `contentSchema` is the schema of one line of NDJSON. */
            200: {
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    listWebhooks: {
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        /** @description A webhook to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook and its secret. */
            200: {
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            200: {
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        /** @description Fields of a webhook to change. Absent fields stay as they are. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        /** @description How to rotate a secret. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The webhook and its new secret. */
            200: {
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            path: {
                /** @description Webhook ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            path: {
                /** @description Delivery ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery. */
            200: {
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listSurveys: {
        requestBody?: never;
        responses: {
            /** @description The surveys. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyList"];
                };
            };
        };
    };
    getSurvey: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyOutcome"];
                };
            };
        };
    };
    listParticipants: {
        parameters: {
            query?: {
                /** @description Only participants who failed a check, or who failed none. */
                flagged?: "true" | "false";
                /** @description Only participants with this effective verdict. */
                verdict?: "keep" | "review" | "remove";
                /** @description Only participants with a verdict of a reviewer, or without one. */
                reviewed?: "true" | "false";
                /** @description The first characters of a participant ID. */
                q?: string;
                /** @description Only participants whose first analysis had another verdict or other failed checks than the latest one, or only the others. */
                superseded?: "true" | "false";
                /** @description Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed. */
                low_effort_threshold?: number;
                /** @description The newest participant first, or the one with the worst computed verdict and severity. */
                order?: "newest" | "worst";
                /** @description `next` of the previous page. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of participants. */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantList"];
                };
            };
        };
    };
    getParticipantResult: {
        parameters: {
            query?: {
                /** @description `analyzed_at` of an earlier analysis. By default, the latest one. */
                analyzed_at?: number;
                /** @description Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed. */
                low_effort_threshold?: number;
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
                /** @description Participant ID */
                participantId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantResult"];
                };
            };
        };
    };
    exportSurveyResults: {
        parameters: {
            query?: {
                /** @description Only rows with the effective verdict `keep` (clean), or only those with a failed check (flagged). */
                only?: "flagged" | "clean";
                /** @description Only participants with this effective verdict. */
                verdict?: "keep" | "review" | "remove";
                /** @description Only participants with a verdict of a reviewer, or without one. */
                reviewed?: "true" | "false";
                /** @description The first characters of a participant ID. */
                q?: string;
                /** @description Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed. */
                low_effort_threshold?: number;
                /** @description Format of the file. */
                format?: "csv" | "ndjson";
                /** @description With `true`, returns the codebook instead, as CSV: what each column of the CSV file holds, and which question is q1. */
                codebook?: "true" | "false";
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The file. `contentSchema` is the schema of one line of NDJSON. */
            200: {
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    getSurveyAnalyzedAgain: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyAgain"];
                };
            };
        };
    };
    analyzeSurveyAgain: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            202: {
                content: {
                    "application/json": components["schemas"]["SurveyAgain"];
                };
            };
        };
    };
    analyzeParticipantAgain: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
                /** @description Participant ID */
                participantId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantResult"];
                };
            };
        };
    };
    getParticipantVerdict: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
                /** @description Participant ID */
                participantId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The verdict. */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantVerdict"];
                };
            };
        };
    };
    setParticipantVerdict: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
                /** @description Participant ID */
                participantId: string;
            };
        };
        /** @description A reviewer's verdict on a participant. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerdictRequest"];
            };
        };
        responses: {
            /** @description The new verdict, and the previous one, so that you can undo the change. */
            200: {
                content: {
                    "application/json": components["schemas"]["VerdictChange"];
                };
            };
        };
    };
    clearParticipantVerdict: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
                /** @description Participant ID */
                participantId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The previous verdict, so that you can undo the change. */
            200: {
                content: {
                    "application/json": components["schemas"]["VerdictChange"];
                };
            };
        };
    };
    listReferences: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The reference answers. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceList"];
                };
            };
        };
    };
    setReferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        /** @description Reference answers to one question. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferencesRequest"];
            };
        };
        responses: {
            /** @description The reference answers to the question, and what was left out. */
            200: {
                content: {
                    "application/json": components["schemas"]["SavedReferences"];
                };
            };
        };
    };
    removeReferences: {
        parameters: {
            query: {
                /** @description Question ID, as in survey requests. */
                question_id: string;
                /** @description Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers. */
                condition?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The reference answers that are left. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceList"];
                };
            };
        };
    };
    askChatbot: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        /** @description A question for the chatbot. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatbotRequest"];
            };
        };
        responses: {
            /** @description The different answers. */
            200: {
                content: {
                    "application/json": components["schemas"]["ChatbotAnswers"];
                };
            };
        };
    };
    getSurveySettings: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveySettings"];
                };
            };
        };
    };
    setSurveySettings: {
        parameters: {
            query?: never;
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        /** @description Settings of one survey. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveySettings"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveySettings"];
                };
            };
        };
    };
    listSurveyJobs: {
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyJobList"];
                };
            };
        };
    };
    createSurveyJob: {
        parameters: {
            query?: {
                /** @description File name. Its extension determines the format: .csv, .tsv, .xlsx or .ndjson. Without a name, the content type `application/x-ndjson` selects NDJSON. */
                name?: string;
                /** @description Survey ID for all rows. Default: the survey column, or else the file name, with a number if there is such a survey. */
                survey_id?: string;
                /** @description Column with the survey ID. */
                survey_column?: string;
                /** @description Column with the participant ID. Detected by default. */
                participant_column?: string;
                /** @description Column with the condition of an experiment. Answers are compared with those of participants in the same condition. */
                condition_column?: string;
                /** @description Columns with answers, by name or as `column 3`, separated by line breaks. Detected by default. */
                columns?: string;
                /** @description Question texts, in the order of `columns`, separated by line breaks. For an empty line, the text is detected. */
                questions?: string;
                /** @description Question types, as `column=type`, separated by line breaks. Types: open, name, brand, number, list. */
                question_types?: string;
                /** @description Names of checks to disable, separated by line breaks. */
                disabled_checks?: string;
                /** @description Encoding of a text file: a label from the Encoding Standard. Detected by default. */
                encoding?: string;
                /** @description Sheet of a workbook. By default, the first visible one. */
                sheet?: string;
                /** @description Number of rows above the first participant. Detected by default. */
                header_rows?: number;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "text/tab-separated-values": string;
                "application/x-ndjson": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The job. */
            202: {
                content: {
                    "application/json": components["schemas"]["SurveyJob"];
                };
            };
        };
    };
    getSurveyJob: {
        parameters: {
            query?: never;
            path: {
                /** @description Job ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyJob"];
                };
            };
        };
    };
    cancelSurveyJob: {
        parameters: {
            query?: never;
            path: {
                /** @description Job ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyJob"];
                };
            };
        };
    };
    getSurveyJobResult: {
        parameters: {
            query?: {
                /** @description Only rows with the effective verdict `keep` (clean), or only those with a failed check (flagged). */
                only?: "flagged" | "clean";
                /** @description Only participants with this effective verdict. */
                verdict?: "keep" | "review" | "remove";
                /** @description Only participants with a verdict of a reviewer, or without one. */
                reviewed?: "true" | "false";
                /** @description The first characters of a participant ID. */
                q?: string;
                /** @description Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed. */
                low_effort_threshold?: number;
                /** @description With `true`, returns the codebook instead, as CSV: what each column of the CSV file holds, and which question is q1. */
                codebook?: "true" | "false";
            };
            path: {
                /** @description Job ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getSurveyJobSummary: {
        parameters: {
            query?: never;
            path: {
                /** @description Job ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyJobSummary"];
                };
            };
        };
    };
    listKeys: {
        requestBody?: never;
        responses: {
            /** @description The keys. Secret keys are not shown in full. */
            200: {
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        /** @description A key to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description The key. */
            200: {
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            path: {
                /** @description Key ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Key ID */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            200: {
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Key ID */
                id: string;
            };
        };
        /** @description Fields of a key to change. Absent fields stay as they are. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Key ID */
                id: string;
            };
        };
        /** @description How to rotate a key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The new key. */
            200: {
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
        };
    };
    listAgents: {
        requestBody?: never;
        responses: {
            /** @description The agents. */
            200: {
                content: {
                    "application/json": components["schemas"]["DeclaredAgents"];
                };
            };
        };
    };
    saveAgent: {
        parameters: {
            query?: never;
            path: {
                /** @description Name of the agent */
                name: string;
            };
        };
        /** @description An agent to add or change. Absent fields stay as they are; a new agent needs `url`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChange"];
            };
        };
        responses: {
            /** @description The agent. */
            200: {
                content: {
                    "application/json": components["schemas"]["DeclaredAgent"];
                };
            };
        };
    };
    removeAgent: {
        parameters: {
            query?: never;
            path: {
                /** @description Name of the agent */
                name: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The agent is removed. */
            200: {
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    verifyAgent: {
        /** @description A request whose Web Bot Auth signature is to be verified. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            /** @description The result of the verification. */
            200: {
                content: {
                    "application/json": components["schemas"]["AgentFinding"];
                };
            };
        };
    };
    listSessionClusters: {
        requestBody?: never;
        responses: {
            /** @description Clusters of linked sessions. */
            200: {
                content: {
                    "application/json": components["schemas"]["SessionClusters"];
                };
            };
        };
    };
    getSurveyMethods: {
        parameters: {
            query?: {
                /** @description Shows results as if the responses had been sent with this `low_effort_threshold`. By default, as analyzed. */
                low_effort_threshold?: number;
                /** @description Format of the response. */
                format?: "json" | "csv";
            };
            path: {
                /** @description Survey ID */
                surveyId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The methods. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyMethods"];
                    "text/csv": string;
                };
            };
        };
    };
    getSettings: {
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If the state has another one now, nothing is changed. */
                "If-Match"?: string;
            };
            path?: never;
        };
        /** @description Settings to change. Absent settings stay as they are. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    /** @description Send it as `If-Match` with a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    previewSettings: {
        /** @description Settings to try. Absent settings stay as they are. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatIfRequest"];
            };
        };
        responses: {
            /** @description The effect. */
            200: {
                content: {
                    "application/json": components["schemas"]["WhatIf"];
                };
            };
        };
    };
    erasePerson: {
        /** @description One user, one session or one survey participant. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonSubject"];
            };
        };
        responses: {
            /** @description The number of erased items. */
            200: {
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    exportPerson: {
        /** @description One user, one session or one survey participant. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonSubject"];
            };
        };
        responses: {
            /** @description The document, streamed. */
            200: {
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
        };
    };
    verifyResult: {
        /** @description A signed result to verify. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description The content of the result, or the reason why it is not valid. */
            200: {
                content: {
                    "application/json": components["schemas"]["VerifyAnswer"];
                };
            };
        };
    };
    inspectSurveyFile: {
        parameters: {
            query?: {
                /** @description File name. Its extension determines the format: .csv, .tsv, .xlsx or .ndjson. Without a name, the content type `application/x-ndjson` selects NDJSON. */
                name?: string;
                /** @description Survey ID for all rows. Default: the survey column, or else the file name, with a number if there is such a survey. */
                survey_id?: string;
                /** @description Column with the survey ID. */
                survey_column?: string;
                /** @description Column with the participant ID. Detected by default. */
                participant_column?: string;
                /** @description Column with the condition of an experiment. Answers are compared with those of participants in the same condition. */
                condition_column?: string;
                /** @description Columns with answers, by name or as `column 3`, separated by line breaks. Detected by default. */
                columns?: string;
                /** @description Question texts, in the order of `columns`, separated by line breaks. For an empty line, the text is detected. */
                questions?: string;
                /** @description Question types, as `column=type`, separated by line breaks. Types: open, name, brand, number, list. */
                question_types?: string;
                /** @description Names of checks to disable, separated by line breaks. */
                disabled_checks?: string;
                /** @description Encoding of a text file: a label from the Encoding Standard. Detected by default. */
                encoding?: string;
                /** @description Sheet of a workbook. By default, the first visible one. */
                sheet?: string;
                /** @description Number of rows above the first participant. Detected by default. */
                header_rows?: number;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "text/tab-separated-values": string;
                "application/x-ndjson": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The file. */
            200: {
                content: {
                    "application/json": components["schemas"]["SurveyFile"];
                };
            };
        };
    };
    receiveSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCompletedEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveSessionRiskChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRiskChangedEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveSurveyFlagged: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyFlaggedEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveSurveyChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyChangedEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveSurveySettled: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveySettledEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveSessionsCluster: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionsClusterEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
    receiveTest: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same for every attempt and resend. Ignore an ID that you have processed. */
                "webhook-id": string;
                /** @description Time of the attempt, in Unix seconds. Reject a request that is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, with the secret of the webhook. Two signatures with a space between them while an old secret is valid. */
                "webhook-signature": string;
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description The service disables the webhook. */
            410: {
                content?: never;
            };
            /** @description Received. Respond within 15 seconds. After any other status, the service tries again. */
            "2XX": {
                content?: never;
            };
        };
    };
}
