/** The option of `byhand settings set`. */
import { InvalidArgumentError, Option } from 'commander'
import type { SettingOption } from '../../src/cli/setting_option.ts'
import { type ForwardAuthRule, OUTCOMES, type Outcome } from './contract.ts'

const HELP =
  'replace the forward-auth rules. Each is path=allow, path=review or path=block, for visitors that need step-up verification; append :score to block above that score; "none" removes all rules'

/** `/signup=block:49` */
function addRule(text: string, before: readonly ForwardAuthRule[] = []): readonly ForwardAuthRule[] {
  if (text === 'none') return []
  const [, path = '', outcome = '', score] = /^(\/.*)=(\w+)(?::(\d{1,3}))?$/.exec(text) ?? []
  if (!OUTCOMES.includes(outcome as Outcome)) {
    throw new InvalidArgumentError(
      'It must be path=allow, path=review or path=block, such as /signup=block:49.',
    )
  }
  const rule = {
    path,
    on_unknown: outcome as Outcome,
    ...(score !== undefined && { max_score: Number(score) }),
  }
  return [...before, rule]
}

const ruleText = ({ path, on_unknown, max_score }: ForwardAuthRule): string =>
  `${path}=${on_unknown}${max_score === undefined ? '' : `:${max_score}`}`

export const forwardAuthOption: SettingOption = {
  name: 'forward_auth',
  option: new Option('--forward-auth <path=outcome...>', HELP).argParser(addRule),
  title: 'Forward auth',
  text: (rules: readonly ForwardAuthRule[]) => rules.map(ruleText).join(' ') || 'default',
}
