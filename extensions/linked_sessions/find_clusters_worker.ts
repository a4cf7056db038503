/** A worker thread that compares the sessions of one workspace. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ListedSession } from '../../src/store/facts.ts'
import { findClusters } from './find_clusters.ts'

export interface ClusterJob {
  readonly workspace: string
  /** Oldest first. */
  readonly sessions: readonly ListedSession[]
}

const { workspace, sessions } = workerData as ClusterJob
parentPort?.postMessage(findClusters(workspace, sessions))
