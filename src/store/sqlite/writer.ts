/**
 * The writer thread: the only one that changes the database, and the only one that waits for fsync. All requests that
 * arrive during a commit form the next group.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { GroupCommit } from './group_commit.ts'
import {
  type ToWriter,
  unpack,
  type WriteAnswer,
  type WriteRequest,
  type WriterMessage,
} from './write_message.ts'

/** A larger group would delay its first request too long. */
const MAX_GROUP = 1_000

const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
const post = (message: WriterMessage): void => port.postMessage(message)

const commit = new GroupCommit(workerData.folder, (fatal) => post({ fatal }))

port.on('message', (first: ToWriter) => {
  let closing = false
  let vacuuming = false
  let group: WriteRequest[] = []
  const take = (message: ToWriter): void => {
    if ('close' in message) closing = true
    else if ('vacuum' in message) vacuuming = true
    else group = group.concat(unpack(message))
  }
  take(first)
  for (let more = receiveMessageOnPort(port); more && !closing; more = receiveMessageOnPort(port)) {
    take(more.message)
    if (group.length >= MAX_GROUP) break
  }
  for (let from = 0; from < group.length; from += MAX_GROUP) {
    const answers: WriteAnswer[] = commit.run(group.slice(from, from + MAX_GROUP))
    post({ answers })
    commit.checkpointIfNeeded()
  }
  if (vacuuming) post({ vacuumed: true, ...faultOf(() => commit.vacuum()) })
  if (closing) {
    commit.close()
    post({ closed: true })
  }
})

function faultOf(work: () => void): { fault?: string } {
  try {
    work()
    return {}
  } catch (error) {
    return { fault: `VACUUM failed: ${error instanceof Error ? error.message : error}` }
  }
}

post({ ready: true })
