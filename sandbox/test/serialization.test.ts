import { Type, type TSchema } from 'typebox';
import { compileSerializer } from '../src/service/http/bodies.ts';

/** Writes a value as an answer with this schema. */
const write = (schema: TSchema, value: unknown) => {
	const serialize = compileSerializer({ schema, method: 'GET', url: '/' });
	return JSON.parse(serialize(value)) as unknown;
};

describe('an answer', () => {
	const Card = Type.Object({ kind: Type.Literal('card'), last_digits: Type.String() });
	const Transfer = Type.Object({ kind: Type.Literal('transfer'), bank: Type.String() });
	const Payment = Type.Union([Card, Transfer, Type.Null()]);
	const card = { kind: 'card', last_digits: '4242', secret: 'never shown' };

	it('has only the fields that its schema names, also in lists and in fields of fields', () => {
		const schema = Type.Object({ cards: Type.Array(Card), first: Card });
		expect(write(schema, { cards: [card], first: card, secret: 'never shown' })).toEqual({
			cards: [{ kind: 'card', last_digits: '4242' }],
			first: { kind: 'card', last_digits: '4242' },
		});
	});

	it.each([
		['the first kind', card, { kind: 'card', last_digits: '4242' }],
		['another kind', { kind: 'transfer', bank: 'One', secret: 'no' }, { kind: 'transfer', bank: 'One' }],
		['none', null, null],
	])('of several kinds has the fields of its own: %s', (_, value, written) => {
		expect(write(Payment, value)).toEqual(written);
	});

	it('that fits none of the kinds is refused instead of shown with everything', () => {
		expect(() => write(Payment, { kind: 'cash', secret: 'never shown' })).toThrow(
			new TypeError('The answer fits none of the kinds in its schema.'),
		);
	});

	it('leaves out a field without a value, and keeps further ones where its schema allows them', () => {
		const Note = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) });
		expect(write(Note, { id: '1', note: undefined, more: 2 })).toEqual({ id: '1' });
		const open = Type.Object({ id: Type.String() }, { additionalProperties: true });
		expect(write(open, { id: '1', more: 2 })).toEqual({ id: '1', more: 2 });
	});
});
