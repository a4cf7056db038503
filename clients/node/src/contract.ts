/** Types of the API. Written by tools/node_client_types.ts from the contract. */

export type SessionRecord = {
  readonly session_id: string
  readonly tags: readonly string[]
  readonly risk_score: number
  readonly risk_explanation: string
  readonly recommended_action: 'Auto-accept' | 'Accept with monitoring' | 'Manual review or require additional verification' | 'Auto-reject or high-priority review' | 'Unknown'
  readonly user_logs: readonly {
      readonly action: string
      readonly user_time: string
      readonly unix_timestamp: number
    }[]
  readonly biometric_checks: {
    readonly agent_behavior: 'Detected' | 'Not detected' | 'Unknown'
    readonly programmatic_typing: 'Detected' | 'Not detected' | 'Unknown'
    readonly teleporting_mouse: 'Detected' | 'Not detected' | 'Unknown'
    readonly no_corrections: 'Detected' | 'Not detected' | 'Unknown'
    readonly all_pasted: 'Detected' | 'Not detected' | 'Unknown'
    readonly jump_scrolling: 'Detected' | 'Not detected' | 'Unknown'
    readonly centered_clicks: 'Detected' | 'Not detected' | 'Unknown'
    readonly programmatic_clicking: 'Detected' | 'Not detected' | 'Unknown'
    readonly external_input: 'Detected' | 'Not detected' | 'Unknown'
  }
  readonly device_checks: {
    readonly bot: 'Detected' | 'Not detected' | 'Unknown'
    readonly virtual_machine: 'Detected' | 'Not detected' | 'Unknown'
    readonly software_renderer: 'Detected' | 'Not detected' | 'Unknown'
    readonly vpn: 'Detected' | 'Not detected' | 'Unknown'
    readonly tor: 'Detected' | 'Not detected' | 'Unknown'
    readonly location_spoofing: 'Detected' | 'Not detected' | 'Unknown'
  }
  /** The action that applies: that of the label if a reviewer overruled the computed one. */
  readonly effective_action: 'Auto-accept' | 'Accept with monitoring' | 'Manual review or require additional verification' | 'Auto-reject or high-priority review' | 'Unknown'
  readonly overruled_by: {
      /** `person` accepts the session, `bot` rejects it. */
      readonly label: 'person' | 'bot'
      /** Name of the member or API key; empty if it no longer exists. */
      readonly by: string
      /** Unix time in milliseconds. */
      readonly at: number
      /** The reviewer's reason; may be empty. */
      readonly note: string
    } | null
}

export type SessionReport = {
  readonly session_id: string
  readonly tags: readonly string[]
  readonly risk_score: number
  readonly risk_explanation: string
  readonly recommended_action: 'Auto-accept' | 'Accept with monitoring' | 'Manual review or require additional verification' | 'Auto-reject or high-priority review' | 'Unknown'
  readonly user_logs: readonly {
      readonly action: string
      readonly user_time: string
      readonly unix_timestamp: number
    }[]
  readonly biometric_checks: {
    readonly agent_behavior: 'Detected' | 'Not detected' | 'Unknown'
    readonly programmatic_typing: 'Detected' | 'Not detected' | 'Unknown'
    readonly teleporting_mouse: 'Detected' | 'Not detected' | 'Unknown'
    readonly no_corrections: 'Detected' | 'Not detected' | 'Unknown'
    readonly all_pasted: 'Detected' | 'Not detected' | 'Unknown'
    readonly jump_scrolling: 'Detected' | 'Not detected' | 'Unknown'
    readonly centered_clicks: 'Detected' | 'Not detected' | 'Unknown'
    readonly programmatic_clicking: 'Detected' | 'Not detected' | 'Unknown'
    readonly external_input: 'Detected' | 'Not detected' | 'Unknown'
  }
  readonly device_checks: {
    readonly bot: 'Detected' | 'Not detected' | 'Unknown'
    readonly virtual_machine: 'Detected' | 'Not detected' | 'Unknown'
    readonly software_renderer: 'Detected' | 'Not detected' | 'Unknown'
    readonly vpn: 'Detected' | 'Not detected' | 'Unknown'
    readonly tor: 'Detected' | 'Not detected' | 'Unknown'
    readonly location_spoofing: 'Detected' | 'Not detected' | 'Unknown'
  }
  /** The action that applies: that of the label if a reviewer overruled the computed one. */
  readonly effective_action: 'Auto-accept' | 'Accept with monitoring' | 'Manual review or require additional verification' | 'Auto-reject or high-priority review' | 'Unknown'
  readonly overruled_by: {
      /** `person` accepts the session, `bot` rejects it. */
      readonly label: 'person' | 'bot'
      /** Name of the member or API key; empty if it no longer exists. */
      readonly by: string
      /** Unix time in milliseconds. */
      readonly at: number
      /** The reviewer's reason; may be empty. */
      readonly note: string
    } | null
  readonly user_id?: string
  readonly evidence_coverage: {
    /** Recorded moves and presses of a mouse. */
    readonly mouse: number
    /** Key presses. */
    readonly keyboard: number
    /** Touches with a finger or a pen. */
    readonly touch: number
    /** Whether the script sent device signals. */
    readonly device: boolean
    /** Whether anything is known about the IP address. */
    readonly network: boolean
    /** Seconds of the visit that the service observed itself, by its own clock. */
    readonly witnessed_seconds: number
  }
  /** Version of the rules, the weights and the model behind the score. Scores with the same version are comparable. */
  readonly model_version: string
}

export type UserSessions = {
  readonly user_id: string
  readonly sessions: readonly SessionRecord[]
}

export type TagSessions = {
  readonly tag: string
  readonly sessions: readonly SessionRecord[]
}

export type EventLog = {
  readonly session_id: string
  readonly event_count: number
  readonly events: readonly {
      readonly action: string
      readonly user_time: string
      readonly unix_timestamp: number
    }[]
}

export type SurveyRequestV021 = {
  readonly survey_id: string
  readonly participant_id: string
  readonly questions: Readonly<Record<string, string>>
  readonly responses: Readonly<Record<string, string | null>>
  readonly question_histories?: Readonly<Record<string, readonly {
        readonly s?: string
        readonly t: number
        readonly o?: string
        readonly ct?: string
      }[]>>
  readonly session_id?: string
  readonly question_types?: Readonly<Record<string, 'open' | 'name' | 'brand' | 'number' | 'list'>>
  readonly disabled_checks?: readonly ('Automated test: Gibberish' | 'Automated test: Off-topic' | 'Automated test: GPT' | 'Automated test: Profane' | 'Low-effort' | 'Partial pasting' | 'Programmatic entry' | 'Response pasted' | 'Self-duplicate response' | 'Cross-duplicate response' | 'Unnatural typing' | 'All responses empty' | 'Text chunking' | 'GPT paste artifacts' | 'Unnatural typing speed' | 'Unnatural pausing' | 'Automated test: Junk')[]
  readonly fingerprint_id?: string
  readonly low_effort_threshold?: number
}

export type SurveyResultV021 = {
  readonly error: boolean
  readonly flagged: boolean
  readonly num_checks_failed: number
  readonly response_groups: Readonly<Record<string, number>>
  readonly checks: Readonly<Record<string, readonly ('Automated test: Gibberish' | 'Automated test: Off-topic' | 'Automated test: GPT' | 'Automated test: Profane' | 'Low-effort' | 'Partial pasting' | 'Programmatic entry' | 'Response pasted' | 'Self-duplicate response' | 'Cross-duplicate response' | 'Unnatural typing')[]>>
  readonly effort_ratings: Readonly<Record<string, number>>
  readonly typing_url: string
  readonly model: string
  readonly fingerprint_checks?: {
    readonly device_id: string | null
    readonly ip_country: string | null
    readonly bot: boolean | null
    readonly vpn: boolean | null
    readonly incognito: boolean | null
    readonly tampering: boolean | null
    readonly virtual_machine: boolean | null
    readonly duplicate: boolean | null
    readonly error: boolean
  }
  readonly warning?: string
}

export type SurveyRequestV012 = {
  readonly survey_id: string
  readonly participant_id: string
  readonly questions: Readonly<Record<string, string>>
  readonly responses: Readonly<Record<string, string | null>>
  readonly question_histories?: Readonly<Record<string, readonly {
        readonly s?: string
        readonly t: number
        readonly o?: string
        readonly ct?: string
      }[]>>
  readonly session_id?: string
  readonly question_types?: Readonly<Record<string, 'open' | 'name' | 'brand' | 'number' | 'list'>>
  readonly disabled_checks?: readonly ('Automated test: Gibberish' | 'Automated test: Off-topic' | 'Automated test: GPT' | 'Automated test: Profane' | 'Low-effort' | 'Partial pasting' | 'Programmatic entry' | 'Response pasted' | 'Self-duplicate response' | 'Cross-duplicate response' | 'Unnatural typing' | 'All responses empty' | 'Text chunking' | 'GPT paste artifacts' | 'Unnatural typing speed' | 'Unnatural pausing' | 'Automated test: Junk')[]
}

export type SurveyResultV012 = {
  readonly error: boolean
  readonly flagged: boolean
  readonly model: string
  readonly num_checks_failed: number
  readonly checks: readonly ('All responses empty' | 'Text chunking' | 'GPT paste artifacts' | 'Self-duplicate response' | 'Cross-duplicate response' | 'Unnatural typing speed' | 'Unnatural pausing' | 'Automated test: Junk' | 'Automated test: GPT')[]
  readonly response_groups: Readonly<Record<string, number>>
  readonly warning?: string
}

export type SignedResult = {
  /** Unique, so that a server can reject a second use. */
  readonly result_id: string
  readonly session_id: string
  /** The site key that recorded the session. */
  readonly site_key: string
  readonly risk_score: number
  /** The action that applies: that of the label if a reviewer overruled the computed one. */
  readonly effective_action: 'Auto-accept' | 'Accept with monitoring' | 'Manual review or require additional verification' | 'Auto-reject or high-priority review' | 'Unknown'
  /** The host of the page; empty if the browser named none. */
  readonly hostname: string
  /** Unix time in milliseconds. */
  readonly issued_at: number
  /** Unix time in milliseconds. */
  readonly expires_at: number
  /** The name that the page gave to the action, such as `signup`. */
  readonly page_action?: string
  /** Data that the page passed along. The page can send any text. */
  readonly page_data?: string
}

export type VerifyAnswer = {
    readonly valid: true
    readonly result: SignedResult
  } | {
    readonly valid: false
    /** `invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `other_site`: of another site key. */
    readonly reason: 'invalid' | 'expired' | 'other_site'
  }

export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly request_id: string
  readonly errors?: readonly {
      readonly pointer: string
      readonly detail: string
    }[]
}
