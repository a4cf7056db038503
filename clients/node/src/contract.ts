/** Types of the API. Written by tools/node_client_types.ts from the contract. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * SessionRecord
         * @description A session in the list of a user or tag.
         */
        SessionRecord: {
            /** @description Id of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The strongest reasons for the score, in plain ASCII. */
            risk_explanation: string;
            /**
             * RecommendedAction
             * @description An action for your server. `Unknown` means too little evidence.
             * @enum {unknown}
             */
            recommended_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /**
             * @deprecated
             * @description The event log. Request it from the events endpoint instead.
             */
            user_logs: {
                /** @description What the visitor did. Never contains typed text. */
                action: string;
                /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
                user_time: string;
                /** @description The same time as Unix milliseconds. */
                unix_timestamp: number;
            }[];
            /**
             * BiometricChecks
             * @description Results of the behavior checks.
             */
            biometric_checks: {
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                agent_behavior: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                programmatic_typing: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                teleporting_mouse: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                no_corrections: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                all_pasted: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                jump_scrolling: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                centered_clicks: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                programmatic_clicking: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                external_input: "Detected" | "Not detected" | "Unknown";
            };
            /**
             * DeviceChecks
             * @description Results of the checks of device and network.
             */
            device_checks: {
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                bot: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                virtual_machine: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                software_renderer: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                vpn: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                tor: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                location_spoofing: "Detected" | "Not detected" | "Unknown";
            };
            /**
             * RecommendedAction
             * @description An action for your server. `Unknown` means too little evidence.
             * @enum {unknown}
             */
            effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /** @description The label that overrules the computed action; null without a label. */
            overruled_by: {
                /**
                 * Label
                 * @description `person` accepts the session, `bot` rejects it.
                 * @enum {unknown}
                 */
                label: "person" | "bot";
                /** @description Name of the member or API key; empty if it no longer exists. */
                by: string;
                /** @description Unix time in milliseconds. */
                at: number;
                /** @description The reviewer's reason; may be empty. */
                note: string;
            } | null;
        };
        /**
         * SessionReport
         * @description The report of one session.
         */
        SessionReport: {
            /** @description Id of the session, made by the browser script. */
            session_id: string;
            /** @description Tags given to the browser script. */
            tags: string[];
            /** @description A higher score means that the session is more likely automated. */
            risk_score: number;
            /** @description The strongest reasons for the score, in plain ASCII. */
            risk_explanation: string;
            /**
             * RecommendedAction
             * @description An action for your server. `Unknown` means too little evidence.
             * @enum {unknown}
             */
            recommended_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /**
             * @deprecated
             * @description The event log. Request it from the events endpoint instead.
             */
            user_logs: {
                /** @description What the visitor did. Never contains typed text. */
                action: string;
                /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
                user_time: string;
                /** @description The same time as Unix milliseconds. */
                unix_timestamp: number;
            }[];
            /**
             * BiometricChecks
             * @description Results of the behavior checks.
             */
            biometric_checks: {
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                agent_behavior: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                programmatic_typing: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                teleporting_mouse: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                no_corrections: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                all_pasted: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                jump_scrolling: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                centered_clicks: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                programmatic_clicking: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                external_input: "Detected" | "Not detected" | "Unknown";
            };
            /**
             * DeviceChecks
             * @description Results of the checks of device and network.
             */
            device_checks: {
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                bot: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                virtual_machine: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                software_renderer: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                vpn: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                tor: "Detected" | "Not detected" | "Unknown";
                /**
                 * CheckResult
                 * @description `Unknown` means too little evidence. It never counts against a visitor.
                 * @enum {unknown}
                 */
                location_spoofing: "Detected" | "Not detected" | "Unknown";
            };
            /**
             * RecommendedAction
             * @description An action for your server. `Unknown` means too little evidence.
             * @enum {unknown}
             */
            effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /** @description The label that overrules the computed action; null without a label. */
            overruled_by: {
                /**
                 * Label
                 * @description `person` accepts the session, `bot` rejects it.
                 * @enum {unknown}
                 */
                label: "person" | "bot";
                /** @description Name of the member or API key; empty if it no longer exists. */
                by: string;
                /** @description Unix time in milliseconds. */
                at: number;
                /** @description The reviewer's reason; may be empty. */
                note: string;
            } | null;
            /** @description The user id given to the browser script. The latest value counts. */
            user_id?: string;
            /**
             * EvidenceCoverage
             * @description How much evidence the checks had. Events made by scripts do not count.
             */
            evidence_coverage: {
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
                /** @description Seconds of the visit that the service observed, by its own clock. */
                witnessed_seconds: number;
            };
            /** @description Version of the rules, the weights and the model behind the score. Scores with the same version are comparable. */
            model_version: string;
        };
        /**
         * UserSessions
         * @description Sessions of one user.
         */
        UserSessions: {
            /** @description The requested user id. */
            user_id: string;
            /** @description Most recently started first. */
            sessions: {
                /** @description Id of the session, made by the browser script. */
                session_id: string;
                /** @description Tags given to the browser script. */
                tags: string[];
                /** @description A higher score means that the session is more likely automated. */
                risk_score: number;
                /** @description The strongest reasons for the score, in plain ASCII. */
                risk_explanation: string;
                /**
                 * RecommendedAction
                 * @description An action for your server. `Unknown` means too little evidence.
                 * @enum {unknown}
                 */
                recommended_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /**
                 * @deprecated
                 * @description The event log. Request it from the events endpoint instead.
                 */
                user_logs: {
                    /** @description What the visitor did. Never contains typed text. */
                    action: string;
                    /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
                    user_time: string;
                    /** @description The same time as Unix milliseconds. */
                    unix_timestamp: number;
                }[];
                /**
                 * BiometricChecks
                 * @description Results of the behavior checks.
                 */
                biometric_checks: {
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    agent_behavior: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    programmatic_typing: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    teleporting_mouse: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    no_corrections: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    all_pasted: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    jump_scrolling: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    centered_clicks: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    programmatic_clicking: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    external_input: "Detected" | "Not detected" | "Unknown";
                };
                /**
                 * DeviceChecks
                 * @description Results of the checks of device and network.
                 */
                device_checks: {
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    bot: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    virtual_machine: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    software_renderer: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    vpn: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    tor: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    location_spoofing: "Detected" | "Not detected" | "Unknown";
                };
                /**
                 * RecommendedAction
                 * @description An action for your server. `Unknown` means too little evidence.
                 * @enum {unknown}
                 */
                effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /** @description The label that overrules the computed action; null without a label. */
                overruled_by: {
                    /**
                     * Label
                     * @description `person` accepts the session, `bot` rejects it.
                     * @enum {unknown}
                     */
                    label: "person" | "bot";
                    /** @description Name of the member or API key; empty if it no longer exists. */
                    by: string;
                    /** @description Unix time in milliseconds. */
                    at: number;
                    /** @description The reviewer's reason; may be empty. */
                    note: string;
                } | null;
            }[];
        };
        /**
         * TagSessions
         * @description Sessions with one tag.
         */
        TagSessions: {
            /** @description The requested tag. */
            tag: string;
            /** @description Most recently started first. */
            sessions: {
                /** @description Id of the session, made by the browser script. */
                session_id: string;
                /** @description Tags given to the browser script. */
                tags: string[];
                /** @description A higher score means that the session is more likely automated. */
                risk_score: number;
                /** @description The strongest reasons for the score, in plain ASCII. */
                risk_explanation: string;
                /**
                 * RecommendedAction
                 * @description An action for your server. `Unknown` means too little evidence.
                 * @enum {unknown}
                 */
                recommended_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /**
                 * @deprecated
                 * @description The event log. Request it from the events endpoint instead.
                 */
                user_logs: {
                    /** @description What the visitor did. Never contains typed text. */
                    action: string;
                    /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
                    user_time: string;
                    /** @description The same time as Unix milliseconds. */
                    unix_timestamp: number;
                }[];
                /**
                 * BiometricChecks
                 * @description Results of the behavior checks.
                 */
                biometric_checks: {
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    agent_behavior: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    programmatic_typing: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    teleporting_mouse: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    no_corrections: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    all_pasted: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    jump_scrolling: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    centered_clicks: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    programmatic_clicking: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    external_input: "Detected" | "Not detected" | "Unknown";
                };
                /**
                 * DeviceChecks
                 * @description Results of the checks of device and network.
                 */
                device_checks: {
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    bot: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    virtual_machine: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    software_renderer: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    vpn: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    tor: "Detected" | "Not detected" | "Unknown";
                    /**
                     * CheckResult
                     * @description `Unknown` means too little evidence. It never counts against a visitor.
                     * @enum {unknown}
                     */
                    location_spoofing: "Detected" | "Not detected" | "Unknown";
                };
                /**
                 * RecommendedAction
                 * @description An action for your server. `Unknown` means too little evidence.
                 * @enum {unknown}
                 */
                effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /** @description The label that overrules the computed action; null without a label. */
                overruled_by: {
                    /**
                     * Label
                     * @description `person` accepts the session, `bot` rejects it.
                     * @enum {unknown}
                     */
                    label: "person" | "bot";
                    /** @description Name of the member or API key; empty if it no longer exists. */
                    by: string;
                    /** @description Unix time in milliseconds. */
                    at: number;
                    /** @description The reviewer's reason; may be empty. */
                    note: string;
                } | null;
            }[];
        };
        /**
         * EventLog
         * @description The event log of one session.
         */
        EventLog: {
            /** @description Id of the session, made by the browser script. */
            session_id: string;
            /** @description Entries in the whole log of the session; the same on every page. */
            event_count: number;
            /** @description In chronological order. */
            events: {
                /** @description What the visitor did. Never contains typed text. */
                action: string;
                /** @description Time at which it began, in the browser's time zone, or in UTC if that is unknown. */
                user_time: string;
                /** @description The same time as Unix milliseconds. */
                unix_timestamp: number;
            }[];
        };
        /**
         * SurveyRequestV021
         * @description Answers of one participant, for v021.
         */
        SurveyRequestV021: {
            /** @description Your id for the survey, at most 256 bytes. */
            survey_id: string;
            /** @description Your id for the participant, at most 256 bytes. */
            participant_id: string;
            /** @description Question id to the text shown to the participant; 1 to 100 questions. */
            questions: {
                [key: string]: string;
            };
            /** @description Question id to the final answer. Absent or null means not answered. */
            responses: {
                [key: string]: string | null;
            };
            /** @description Question id to the typing history of its answer. */
            question_histories?: {
                [key: string]: {
                    /** @description The text of the field after the change. */
                    s?: string;
                    /** @description Milliseconds since the question's first event. */
                    t: number;
                    /**
                     * @description `c` marks a copy event of some trackers.
                     * @example c
                     */
                    o?: string;
                    /**
                     * @description The copied text of a copy event.
                     * @example The bakery
                     */
                    ct?: string;
                }[];
            };
            /**
             * @description The session that the browser script recorded. The service then uses the typing that it observed.
             * @example q7Zr0nXkT2mVb4Lw9sYcHg
             */
            session_id?: string;
            /**
             * @description Question id to the type of the question.
             * @example {
             *       "q1": "open"
             *     }
             */
            question_types?: {
                [key: string]: "open" | "name" | "brand" | "number" | "list";
            };
            /**
             * @description Checks that do not run and never fail.
             * @example [
             *       "Automated test: Profane"
             *     ]
             */
            disabled_checks?: ("Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing" | "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk")[];
            /** @description The device id that `getFingerprintId()` of the browser script returns. */
            fingerprint_id?: string;
            /**
             * @description An answer with an effort rating at or below it fails `Low-effort`. 0 flags no answer, 10 flags every non-empty answer.
             * @default 0
             */
            low_effort_threshold?: number;
        };
        /**
         * SurveyResultV021
         * @description Result of an analysis with v021.
         */
        SurveyResultV021: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Question id to the number of its group of similar answers; 0 if not answered. */
            response_groups: {
                [key: string]: number;
            };
            /** @description Question id to its failed checks. Every question is present. */
            checks: {
                [key: string]: ("Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing")[];
            };
            /** @description Question id to a rating from 1 (least) to 10. An empty answer has 1. */
            effort_ratings: {
                [key: string]: number;
            };
            /** @description Page that shows how the answers were typed. It requires a login. */
            typing_url: string;
            /** @description Model of the analysis; ends with the version. */
            model: string;
            /**
             * FingerprintChecks
             * @description Facts about the device of a participant. Null means that there was no evidence either way.
             */
            fingerprint_checks?: {
                /**
                 * @description Id of the device in this workspace. Other workspaces see a different id.
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
                /** @description True if the workspace does not know the id. All other fields are then null. */
                error: boolean;
            };
            /**
             * @description Only if a check could not run, or if there is more to report.
             * @example The session recorded no typing for these questions.
             */
            warning?: string;
        };
        /**
         * SurveyRequestV012
         * @description Answers of one participant, for v012.
         */
        SurveyRequestV012: {
            /** @description Your id for the survey, at most 256 bytes. */
            survey_id: string;
            /** @description Your id for the participant, at most 256 bytes. */
            participant_id: string;
            /** @description Question id to the text shown to the participant; 1 to 100 questions. */
            questions: {
                [key: string]: string;
            };
            /** @description Question id to the final answer. Absent or null means not answered. */
            responses: {
                [key: string]: string | null;
            };
            /** @description Question id to the typing history of its answer. */
            question_histories?: {
                [key: string]: {
                    /** @description The text of the field after the change. */
                    s?: string;
                    /** @description Milliseconds since the question's first event. */
                    t: number;
                    /**
                     * @description `c` marks a copy event of some trackers.
                     * @example c
                     */
                    o?: string;
                    /**
                     * @description The copied text of a copy event.
                     * @example The bakery
                     */
                    ct?: string;
                }[];
            };
            /**
             * @description The session that the browser script recorded. The service then uses the typing that it observed.
             * @example q7Zr0nXkT2mVb4Lw9sYcHg
             */
            session_id?: string;
            /**
             * @description Question id to the type of the question.
             * @example {
             *       "q1": "open"
             *     }
             */
            question_types?: {
                [key: string]: "open" | "name" | "brand" | "number" | "list";
            };
            /**
             * @description Checks that do not run and never fail.
             * @example [
             *       "Automated test: Profane"
             *     ]
             */
            disabled_checks?: ("Automated test: Gibberish" | "Automated test: Off-topic" | "Automated test: GPT" | "Automated test: Profane" | "Low-effort" | "Partial pasting" | "Programmatic entry" | "Response pasted" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing" | "All responses empty" | "Text chunking" | "GPT paste artifacts" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk")[];
        };
        /**
         * SurveyResultV012
         * @description Result of an analysis with v012.
         */
        SurveyResultV012: {
            /** @description Whether a check could not run; `warning` says why. The result is then not a clean pass. */
            error: boolean;
            /** @description Whether at least one check failed. */
            flagged: boolean;
            /** @description Model of the analysis; ends with the version. */
            model: string;
            /** @description Number of names in `checks`. */
            num_checks_failed: number;
            /** @description Checks that failed for any question, each once. */
            checks: ("All responses empty" | "Text chunking" | "GPT paste artifacts" | "Self-duplicate response" | "Cross-duplicate response" | "Unnatural typing speed" | "Unnatural pausing" | "Automated test: Junk" | "Automated test: GPT")[];
            /**
             * @description Only questions whose answer is similar to another participant's: the number of the group.
             * @example {
             *       "q1": 4
             *     }
             */
            response_groups: {
                [key: string]: number;
            };
            /**
             * @description Only if a check could not run, or if there is more to report.
             * @example The session recorded no typing for these questions.
             */
            warning?: string;
        };
        /**
         * SignedResult
         * @description The content of a signed result.
         */
        SignedResult: {
            /**
             * @description Unique, so that a server can reject a second use.
             * @example Zt3mC0Yw8kQ1sVbN
             */
            result_id: string;
            /**
             * @description Id of the session.
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
             * @description The action that applies: the action of the label if a reviewer overruled the computed one.
             * @example Auto-accept
             * @enum {unknown}
             */
            effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
            /**
             * @description The host of the page; empty if the browser named none.
             * @example shop.example.org
             */
            hostname: string;
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
        /**
         * VerifyAnswer
         * @description Whether the result is valid, and its content or the reason.
         */
        VerifyAnswer: {
            /**
             * @description The result is valid.
             * @example true
             * @constant
             */
            valid: true;
            /**
             * SignedResult
             * @description The content of a signed result.
             */
            result: {
                /**
                 * @description Unique, so that a server can reject a second use.
                 * @example Zt3mC0Yw8kQ1sVbN
                 */
                result_id: string;
                /**
                 * @description Id of the session.
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
                 * @description The action that applies: the action of the label if a reviewer overruled the computed one.
                 * @example Auto-accept
                 * @enum {unknown}
                 */
                effective_action: "Auto-accept" | "Accept with monitoring" | "Manual review or require additional verification" | "Auto-reject or high-priority review" | "Unknown";
                /**
                 * @description The host of the page; empty if the browser named none.
                 * @example shop.example.org
                 */
                hostname: string;
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
        } | {
            /**
             * @description The result is not valid.
             * @example false
             * @constant
             */
            valid: false;
            /**
             * @description `invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `other_site`: of another site key.
             * @example expired
             * @enum {unknown}
             */
            reason: "invalid" | "expired" | "other_site";
        };
        /**
         * Problem
         * @description A problem document (RFC 9457).
         */
        Problem: {
            /** @description URN of the error: `urn:byhand:error:` and the code. */
            type: string;
            /** @description Short name of the error, the same for every occurrence. */
            title: string;
            /** @description The HTTP status of the response. */
            status: number;
            /** @description What happened and what to do, for people. The text may change. */
            detail: string;
            /** @description Code of the error, for programs. */
            code: string;
            /** @description Id of the request, also in the `X-Request-Id` header. Quote it when you report a problem. */
            request_id: string;
            /** @description Only with `invalid_request`: the fields that are not valid. */
            errors?: {
                /** @description JSON pointer into the body, or the name of a parameter. */
                pointer: string;
                /** @description What is wrong with the value. */
                detail: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type SessionRecord = components['schemas']['SessionRecord'];
export type SessionReport = components['schemas']['SessionReport'];
export type UserSessions = components['schemas']['UserSessions'];
export type TagSessions = components['schemas']['TagSessions'];
export type EventLog = components['schemas']['EventLog'];
export type SurveyRequestV021 = components['schemas']['SurveyRequestV021'];
export type SurveyResultV021 = components['schemas']['SurveyResultV021'];
export type SurveyRequestV012 = components['schemas']['SurveyRequestV012'];
export type SurveyResultV012 = components['schemas']['SurveyResultV012'];
export type SignedResult = components['schemas']['SignedResult'];
export type VerifyAnswer = components['schemas']['VerifyAnswer'];
export type Problem = components['schemas']['Problem'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
