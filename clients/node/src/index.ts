export type { CallArguments, CallInput, CallResult, Method, PathWith } from './call.ts'
export {
  type Client,
  type ClientOptions,
  type ListOptions,
  openClient,
  type Page,
  type SurveyOptions,
  type VerifyOptions,
  type WaitOptions,
} from './client.ts'
export type * from './contract.ts'
export { type Decision, decide, type HumanOptions, type Outcome } from './decision.ts'
export { ByhandError, ByhandUnavailable } from './errors.ts'
export type { SignedRequest } from './signed_request.ts'
export { type OfflineOptions, openSignedResult } from './signed_result.ts'
export { verifyWebhook, type WebhookEvent } from './webhook.ts'
