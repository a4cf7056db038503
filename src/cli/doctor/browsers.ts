import { counted } from '../../checks/sentence.ts'
import { unconfirmedClasses } from '../../server/collect/challenge/unconfirmed_classes.ts'
import type { ChallengeStore } from '../../store/challenges.ts'
import type { Finding } from './finding.ts'

const MAX_NAMED = 5

/** Whether visitors with some browsers are not accepted because no trusted browser confirms what theirs draw. */
export async function checkBrowsers(
  challenges: Pick<ChallengeStore, 'votesOf'>,
  now: number,
): Promise<Finding> {
  const name = 'browsers'
  const found = await unconfirmedClasses(challenges, now)
  if (found.length === 0) return { name, state: 'ok', detail: 'No browser class lacks trusted votes.' }
  const problems = {
    untrusted: 'no trusted browser voted',
    split: 'browsers of members disagree',
    disputed: 'visitors draw otherwise than trusted browsers',
  } as const
  const named = found
    .slice(0, MAX_NAMED)
    .map(
      ({ workspace, browser_class, problem, networks }) =>
        `${browser_class} in workspace ${workspace} (${counted(networks, 'network')}, ${problems[problem]})`,
    )
  const more = found.length > MAX_NAMED ? `, and ${found.length - MAX_NAMED} more` : ''
  return {
    name,
    state: 'warning',
    detail: `Visitors are not accepted automatically with ${counted(found.length, 'browser class', 'browser classes')}: ${named.join(', ')}${more}.`,
    mend: 'Let an owner of the workspace open the dashboard with such a browser. See docs/explanation/challenge.md.',
  }
}
