/** Opens the survey service as the configuration says: for the server, and for `byhand survey check`. */
import { baseUrl } from '../base/base_url.ts'
import type { Config } from '../base/config.ts'
import { secondOpinionOf } from '../survey/second_opinion.ts'
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
    ...secondOpinionOf(config),
    publicUrl: () => baseUrl(config.publicUrl ?? fallbackUrl()),
  })
}
