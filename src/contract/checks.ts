/** The names of everything that is judged, exactly as they appear on the wire (spec 2.3, 2.4, 2.5, 2.9, 2.11). */

export const CHECK_RESULTS = ['Detected', 'Not detected', 'Unknown'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

export const BIOMETRIC_CHECKS = [
  'agent_behavior',
  'programmatic_typing',
  'teleporting_mouse',
  'no_corrections',
  'all_pasted',
  'jump_scrolling',
  'centered_clicks',
  'programmatic_clicking',
  'external_input',
] as const
export type BiometricCheckName = (typeof BIOMETRIC_CHECKS)[number]

export const DEVICE_CHECKS = [
  'bot',
  'virtual_machine',
  'software_renderer',
  'vpn',
  'tor',
  'location_spoofing',
] as const
export type DeviceCheckName = (typeof DEVICE_CHECKS)[number]

export type SessionCheckName = BiometricCheckName | DeviceCheckName

export const RECOMMENDED_ACTIONS = [
  'Auto-accept',
  'Accept with monitoring',
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
  'Unknown',
] as const
export type RecommendedAction = (typeof RECOMMENDED_ACTIONS)[number]

export const SURVEY_CHECKS_V021 = [
  'Automated test: Gibberish',
  'Automated test: Off-topic',
  'Automated test: GPT',
  'Automated test: Profane',
  'Low-effort',
  'Partial pasting',
  'Programmatic entry',
  'Response pasted',
  'Self-duplicate response',
  'Cross-duplicate response',
  'Unnatural typing',
] as const
export type SurveyCheckV021 = (typeof SURVEY_CHECKS_V021)[number]

export const SURVEY_CHECKS_V012 = [
  'All responses empty',
  'Text chunking',
  'GPT paste artifacts',
  'Self-duplicate response',
  'Cross-duplicate response',
  'Unnatural typing speed',
  'Unnatural pausing',
  'Automated test: Junk',
  'Automated test: GPT',
] as const
export type SurveyCheckV012 = (typeof SURVEY_CHECKS_V012)[number]
