/** Worker thread: pipelines requests over a few connections and connects again whenever one is closed, until ended. */
import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'

export interface PipelineAttack {
  readonly port: number
  /** The loopback address to connect from. */
  readonly localAddress: string
  readonly sockets: number
  readonly requests: number
  /** Ends the attack if the test does not. */
  readonly mostMs: number
}

const { port, localAddress, sockets, requests, mostMs } = workerData as PipelineAttack
const PIPELINE = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests)
const until = performance.now() + mostMs

function attack(): void {
  if (performance.now() > until) return
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  socket.on('close', () => setImmediate(attack))
  socket.resume().write(PIPELINE)
}

for (let nth = 0; nth < sockets; nth++) attack()
