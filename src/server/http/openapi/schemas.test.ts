import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Field } from '../../../contract/field.ts'
import { openSchemas } from './schemas.ts'

const Pet = Type.Object({ title: Type.String() }, { title: 'Pet', description: 'A pet.' })

it('names a schema with a title, and describes the field that has it', () => {
  const { refer, named } = openSchemas()
  const home = Type.Object({ pet: Field(Pet, 'Who lives here.'), others: Type.Array(Pet) })
  expect(refer(home).properties).toEqual({
    pet: { $ref: '#/components/schemas/Pet', description: 'Who lives here.' },
    others: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
  })
  // A property may be called `title`.
  expect(named.Pet).toEqual({
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' } },
    description: 'A pet.',
  })
})

it('rejects two schemas of one name', () => {
  const { refer } = openSchemas()
  refer(Pet)
  expect(() => refer(Type.String({ title: 'Pet' }))).toThrow('two schemas have the name Pet')
})

it('writes enums, maps and literals as generators of clients read them, and leaves data alone', () => {
  const { refer } = openSchemas()
  expect(refer(Type.Enum(['a', 'b']))).toEqual({ type: 'string', enum: ['a', 'b'] })
  expect(refer(Type.Record(Type.String(), Pet))).toEqual({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/Pet' },
  })
  expect(refer(Type.Literal(1))).toEqual({ type: 'number', const: 1 })
  const examples = [{ items: [1], title: 'Pet' }]
  expect(refer(Type.Unknown({ examples }))).toEqual({ examples })
})

it('rejects a tuple', () => {
  expect(() => openSchemas().refer(Type.Tuple([Type.String()]))).toThrow('tuple')
})
