/** `npm run fit [-- --data DIR --only model|risk]`: fits the model of agent_behavior, then the risk weights. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fitAgentBehavior } from './agent_behavior.ts'
import { fitRiskWeights } from './risk_weights.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    date: { type: 'string' },
    only: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '..', '..')
const date = values.date ?? new Date().toISOString().slice(0, 10)

if (values.only !== 'risk') await fitAgentBehavior(values.data, join(root, 'src/models/agent_behavior'), date)
if (values.only !== 'model') await fitRiskWeights(values.data, join(root, 'src/risk'), date)
