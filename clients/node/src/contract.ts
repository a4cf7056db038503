/** Types of the API. Written by tools/node_client_types.ts from the contract. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An action for your server. `Unknown` means too little evidence.
         * @enum {string}
         */
        RecommendedAction: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
        /** @description One action of a visitor. */
        EventEntry: {
            /** @description What the visitor did. Never contains typed text. */
            action: string;
            /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
            user_time: string;
            /** @description The same time as Unix milliseconds. */
            unix_timestamp: number;
        };
        /**
         * @description `Unknown` means too little evidence. It never counts against a visitor.
         * @enum {string}
         */
        CheckResult: "Detected" | "Not detected" | "Unknown";
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
        /**
         * @description `person` accepts the session, `bot` rejects it.
         * @enum {string}
         */
        Label: "person" | "bot";
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
        /** @description The step-up verification that the page asked for. It never changes the risk score. */
        StepUp: {
            /**
             * @description `passed`: the sentence of the task was typed as people type. `failed`: a program typed it, or another text was typed. `unknown`: not answered, or too little evidence.
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
        /**
         * @description `allow`: requests pass. `monitor`: your application decides. `block`: requests are rejected.
         * @enum {string}
         */
        AgentPolicy: "allow" | "monitor" | "block";
        /** @description An agent whose signature was verified. */
        VerifiedAgent: {
            /**
             * @description Its name in the workspace, or the host of its directory if it has none.
             * @example Example Assistant
             */
            name: string;
            /**
             * @description URL of the agent's keys, if the signature covers it; otherwise null.
             * @example https://agent.example.org/.well-known/http-message-signatures-directory
             */
            url: string | null;
            /**
             * @description Thumbprint of the key.
             * @example poqkLGiymh_W0uP6PZFw…
             */
            key_id: string;
            /** @description The policy of the workspace when the request arrived. */
            policy: components["schemas"]["AgentPolicy"];
        };
        /** @description The two parts of the score, which sum to it. */
        RiskParts: {
            /** @description Points from input and automation traces. */
            input: number;
            /** @description Points from machine and network. They never lead to a stronger action, unless the workspace raised the weight of the check. */
            context: number;
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
            witnessed_seconds: number;
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
            /** @description How much evidence the checks had. */
            evidence_coverage: components["schemas"]["EvidenceCoverage"];
            /** @description Version of the rules, the weights and the model behind the score. Scores with the same version are comparable. */
            model_version: string;
        };
        /** @description Sessions of one user. */
        UserSessions: {
            /** @description The requested user ID. */
            user_id: string;
            /** @description Most recently started first. */
            sessions: components["schemas"]["SessionRecord"][];
        };
        /** @description Sessions with one tag. */
        TagSessions: {
            /** @description The requested tag. */
            tag: string;
            /** @description Most recently started first. */
            sessions: components["schemas"]["SessionRecord"][];
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
        /** @description One change of an answer while it was typed. */
        ChangeEntry: {
            /** @description The text of the field after the change. */
            s?: string;
            /** @description Milliseconds since the question's first event. */
            t: number;
            /**
             * @description `c`: a copy event, which some trackers send. `p`: text pasted or dropped. `a`: text entered by an aid, such as dictation, autocorrect, an input method or autofill.
             * @example c
             */
            o?: string;
            /**
             * @description The copied text of a copy event.
             * @example The bakery
             */
            ct?: string;
        };
        /**
         * @description The kind of answer that a question asks for. The default is `open`.
         * @enum {string}
         */
        QuestionType: "open" | "name" | "brand" | "number" | "list";
        /**
         * @description A survey check of either version.
         * @enum {string}
         */
        SurveyCheck: "Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing" | "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk";
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
            /**
             * @description The session that the browser script recorded. The service then uses the typing that it observed.
             * @example q7Zr0nXkT2mVb4Lw9sYcHg
             */
            session_id?: string;
            /**
             * @description Map from question ID to question type.
             * @example {
             *       "q1": "open"
             *     }
             */
            question_types?: {
                [key: string]: components["schemas"]["QuestionType"];
            };
            /**
             * @description Checks to disable. A disabled check is never reported as failed.
             * @example [
             *       "Automated test: Profane"
             *     ]
             */
            disabled_checks?: components["schemas"]["SurveyCheck"][];
            /** @description The device ID that `getFingerprintId()` of the browser script returns. */
            fingerprint_id?: string;
            /**
             * @description An answer with an effort rating at or below this threshold fails `Low-effort`. 0 flags no answer, 10 flags every non-empty answer.
             * @default 0
             */
            low_effort_threshold?: number;
        };
        /**
         * @description A survey check of v021.
         * @enum {string}
         */
        SurveyCheckV021: "Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing" | "All responses empty";
        /** @description Facts about the device of a participant. Null means that there was no evidence either way. */
        FingerprintChecks: {
            /**
             * @description ID of the device in this workspace. Other workspaces see a different ID.
             * @example Zt3mC0Yw8kQ1sVbN4Xw0sT9bQmZ
             */
            device_id: string | null;
            /**
             * @description Country of the IP address at which the browser was last seen: two letters.
             * @example NL
             */
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
            /**
             * @description Why a check could not run, or another warning. Absent if there is none.
             * @example The session recorded no typing for these questions.
             */
            warning?: string;
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
            /**
             * @description The session that the browser script recorded. The service then uses the typing that it observed.
             * @example q7Zr0nXkT2mVb4Lw9sYcHg
             */
            session_id?: string;
            /**
             * @description Map from question ID to question type.
             * @example {
             *       "q1": "open"
             *     }
             */
            question_types?: {
                [key: string]: components["schemas"]["QuestionType"];
            };
            /**
             * @description Checks to disable. A disabled check is never reported as failed.
             * @example [
             *       "Automated test: Profane"
             *     ]
             */
            disabled_checks?: components["schemas"]["SurveyCheck"][];
        };
        /**
         * @description A survey check of v012.
         * @enum {string}
         */
        SurveyCheckV012: "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk" | "Automated test: GPT";
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
            /**
             * @description Map from question ID to group number, only for questions whose answer is similar to another participant's.
             * @example {
             *       "q1": 4
             *     }
             */
            response_groups: {
                [key: string]: number;
            };
            /**
             * @description Why a check could not run, or another warning. Absent if there is none.
             * @example The session recorded no typing for these questions.
             */
            warning?: string;
        };
        /** @description The content of a signed result. */
        SignedResult: {
            /**
             * @description The same for every result of this page load and action until one is redeemed, so that a server can reject a second use.
             * @example Zt3mC0Yw8kQ1sVbN
             */
            result_id: string;
            /**
             * @description ID of the session.
             * @example q7Zr0nXkT2mVb4Lw9sYcHg
             */
            session_id: string;
            /**
             * @description The site key that recorded the session.
             * @example bh_pk_…
             */
            site_key: string;
            /**
             * @description The risk score when the result was issued.
             * @example 4
             */
            risk_score: number;
            /**
             * @description The action that applies: the action of the label if a reviewer overrode the computed one.
             * @example Auto-accept
             * @enum {string}
             */
            effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /**
             * @description The host of the page; empty if the browser named none.
             * @example shop.example.org
             */
            hostname: string;
            /**
             * @description The result of step-up verification. Absent if the service never asked for it.
             * @example passed
             * @enum {string}
             */
            step_up?: "passed" | "failed" | "unknown";
            /**
             * @description Time of issue, in Unix milliseconds.
             * @example 1742913050000
             */
            issued_at: number;
            /**
             * @description Expiry time, in Unix milliseconds.
             * @example 1742913050000
             */
            expires_at: number;
            /**
             * @description The name that the page gave to the action, such as `signup`.
             * @example signup
             */
            page_action?: string;
            /**
             * @description Data that the page passed along. The page can send any text.
             * @example order 17
             */
            page_data?: string;
        };
        /** @description Whether the result is valid, and its content or the reason. */
        VerifyAnswer: {
            /**
             * @description The result is valid.
             * @example true
             * @constant
             */
            valid: true;
            /** @description The content of the result. */
            result: components["schemas"]["SignedResult"];
        } | {
            /**
             * @description The result is not valid.
             * @example false
             * @constant
             */
            valid: false;
            /**
             * @description `invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `other_site`: issued for another site key. `other_host`: issued for a page on another host. `already_used`: redeemed before.
             * @example expired
             * @enum {string}
             */
            reason: "invalid" | "expired" | "other_site" | "other_host" | "already_used";
        };
        /** @description A request whose Web Bot Auth signature is to be verified. */
        AgentRequest: {
            /**
             * @description Method of the request that your server got.
             * @example GET
             */
            method: string;
            /**
             * @description Its whole URL: scheme and host as the client used them, path and query as received.
             * @example https://shop.example.org/products?page=2
             */
            url: string;
            /** @description Its headers: `signature`, `signature-input`, `signature-agent`, and all others that the signature covers. */
            headers: {
                [key: string]: string;
            };
            /**
             * @description Site key of the page. If it has allowed origins, the URL must belong to one of them.
             * @example bh_pk_…
             */
            site_key: string;
        };
        /** @description The result of verifying the signature of a request. */
        AgentFinding: {
            /**
             * @description The request carries no agent signature.
             * @example none
             * @constant
             */
            status: "none";
        } | {
            /**
             * @description The signature is valid.
             * @example verified
             * @constant
             */
            status: "verified";
            /** @description The agent. */
            verified_agent: components["schemas"]["VerifiedAgent"];
        } | {
            /**
             * @description `invalid`: forged, changed or malformed. `expired`: outside its validity period. `unverified`: the key or the host is unknown, the signature was used before, or the service did not receive a component that it covers.
             * @example invalid
             * @enum {string}
             */
            status: "invalid" | "expired" | "unverified";
            /**
             * @description The reason in plain English.
             * @example The signature does not match the request.
             */
            reason: string;
        };
        /** @description One invalid field or parameter. */
        FieldError: {
            /** @description JSON pointer into the body, or the name of a parameter. */
            pointer: string;
            /** @description What is wrong with the value. */
            detail: string;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type RecommendedAction = components['schemas']['RecommendedAction'];
export type EventEntry = components['schemas']['EventEntry'];
export type CheckResult = components['schemas']['CheckResult'];
export type BiometricChecks = components['schemas']['BiometricChecks'];
export type DeviceChecks = components['schemas']['DeviceChecks'];
export type Label = components['schemas']['Label'];
export type OverriddenBy = components['schemas']['OverriddenBy'];
export type SessionRecord = components['schemas']['SessionRecord'];
export type StepUp = components['schemas']['StepUp'];
export type AgentPolicy = components['schemas']['AgentPolicy'];
export type VerifiedAgent = components['schemas']['VerifiedAgent'];
export type RiskParts = components['schemas']['RiskParts'];
export type EvidenceCoverage = components['schemas']['EvidenceCoverage'];
export type SessionReport = components['schemas']['SessionReport'];
export type UserSessions = components['schemas']['UserSessions'];
export type TagSessions = components['schemas']['TagSessions'];
export type EventLog = components['schemas']['EventLog'];
export type ChangeEntry = components['schemas']['ChangeEntry'];
export type QuestionType = components['schemas']['QuestionType'];
export type SurveyCheck = components['schemas']['SurveyCheck'];
export type SurveyRequestV021 = components['schemas']['SurveyRequestV021'];
export type SurveyCheckV021 = components['schemas']['SurveyCheckV021'];
export type FingerprintChecks = components['schemas']['FingerprintChecks'];
export type SurveyResultV021 = components['schemas']['SurveyResultV021'];
export type SurveyRequestV012 = components['schemas']['SurveyRequestV012'];
export type SurveyCheckV012 = components['schemas']['SurveyCheckV012'];
export type SurveyResultV012 = components['schemas']['SurveyResultV012'];
export type SignedResult = components['schemas']['SignedResult'];
export type VerifyAnswer = components['schemas']['VerifyAnswer'];
export type AgentRequest = components['schemas']['AgentRequest'];
export type AgentFinding = components['schemas']['AgentFinding'];
export type FieldError = components['schemas']['FieldError'];
export type Problem = components['schemas']['Problem'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
