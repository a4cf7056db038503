import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../store/errors.ts'
import { ApiError } from '../http/errors.ts'
import { operation } from '../http/operation.ts'
import { callLocally } from './local_call.ts'

const ACTOR = { workspace: 'ws_1', memberId: null, name: 'byhand test', address: '' }

async function call(handle: (given: object) => unknown, id = 'a/b') {
  const route = operation({ route: 'GET /v1/:id', allow: {}, internal: true, handle })
  const response = await callLocally(route, { params: { id }, query: {} }, ACTOR)
  return { ...response, text: Buffer.concat(await Array.fromAsync(response.content)).toString() }
}

describe('a local call', () => {
  it('returns JSON and files', async () => {
    expect(await call(() => ({ a: 1 }))).toMatchObject({ isJson: true, text: '{"a":1}' })
    expect(await call(() => Readable.from(['a', 'b']))).toMatchObject({ isJson: false, text: 'ab' })
  })

  it('is in the name of the actor', async () => {
    let called: object = {}
    await call((given) => {
      called = given
      return {}
    })
    expect(called).toMatchObject({ actor: ACTOR, params: { id: 'a/b' } })
  })

  it.each([
    ['an error of the API', new ApiError('session_not_found')],
    ['a failure of the machine', new StoreUnavailable('the disk is gone')],
    ['a defect', new TypeError('x is not a function')],
  ])('raises %s as it is', async (_, error) => {
    const failing = async () => {
      throw error
    }
    await expect(call(failing)).rejects.toBe(error)
  })

  it('raises the error that interrupts a file', async () => {
    const error = new Error('interrupted')
    const file = async function* () {
      yield 'a'.repeat(100_000)
      throw error
    }
    await expect(call(() => Readable.from(file()))).rejects.toBe(error)
  })

  it.each(['', '..'])('raises that nothing is found for the ID "%s"', async (id) => {
    await expect(call(() => ({}), id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
