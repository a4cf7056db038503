/** Opens the survey service as the configuration says: for the server, and for `byhand survey check`. */
import { baseUrl } from '../addresses/base_url.ts'
import type { Config } from '../config/config.ts'
import { openChat } from '../survey/chat.ts'
import { openSecondOpinion } from '../survey/check/second_opinion.ts'
import { openChatbot } from '../survey/references/chatbot.ts'
import { openSurveyService, type SurveyService, type SurveyServiceOptions } from '../survey/service.ts'

export interface ConfiguredSurveyOptions
  extends Pick<SurveyServiceOptions, 'store' | 'scoring' | 'pool' | 'log' | 'metrics' | 'now'> {
  readonly config: Config
  /** The base of links where no public URL is configured. */
  fallbackUrl(): string
}

export function openConfiguredSurveyService({
  config,
  fallbackUrl,
  ...parts
}: ConfiguredSurveyOptions): Promise<SurveyService> {
  return openSurveyService({
    ...parts,
    modelPrefix: config.modelPrefix,
    ...chatOf(config),
    publicUrl: () => baseUrl(config.publicUrl ?? fallbackUrl()),
  })
}

/** Empty unless the operator configured a URL. */
function chatOf({ secondOpinion: { url, key, model } }: Config) {
  if (url === undefined) return {}
  const chat = openChat({ url, key, model })
  return { secondOpinion: openSecondOpinion(chat), askChatbot: openChatbot(chat) }
}
