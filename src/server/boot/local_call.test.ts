import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../store/errors.ts'
import { ApiError } from '../http/errors.ts'
import { openLocalCall } from './local_call.ts'

const route = (handler: () => unknown) => ({ route: { method: 'GET', url: '/v1/:id', handler } })

async function call(handler: () => unknown) {
  const operation = route(handler)
  const app = Fastify()
  const send = openLocalCall(app)
  app.register(async (scope) => void scope.route(operation.route))
  const response = await send(operation, { params: { id: 'a/b' }, query: {} })
  return { ...response, text: Buffer.concat(await Array.fromAsync(response.content)).toString() }
}

describe('a local call', () => {
  it('returns JSON and files', async () => {
    expect(await call(() => ({ a: 1 }))).toMatchObject({ isJson: true, text: '{"a":1}' })
    expect(await call(() => Readable.from(['a', 'b']))).toMatchObject({ isJson: false, text: 'ab' })
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

  it('raises that nothing is found for an empty ID', async () => {
    const operation = route(() => ({}))
    const app = Fastify()
    const send = openLocalCall(app)
    app.route(operation.route)
    await expect(send(operation, { params: { id: '..' }, query: {} })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
