import { Type } from 'typebox'
import { addedSetting } from '../../src/contract/added_setting.ts'
import { ForwardAuthRule } from './contract.ts'

const MAX_RULES = 100

export const forwardAuth = {
  forward_auth: addedSetting({
    schema: Type.Array(ForwardAuthRule, {
      maxItems: MAX_RULES,
      description: 'Forward-auth rules by path. A path without a rule has `on_unknown: review`.',
      examples: [[{ path: '/signup', on_unknown: 'block' }]],
    }),
    initial: [],
    example: [{ path: '/signup', max_score: 49, on_unknown: 'block' }],
    fault(rules) {
      const paths = rules.map(({ path }) => path)
      const repeated = paths.findIndex((path, at) => paths.indexOf(path) < at)
      return repeated === -1 ? undefined : [`/${repeated}/path`, 'already has a rule']
    },
  }),
}
