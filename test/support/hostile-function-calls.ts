/**
 * Calls of a function trigger by strangers: the bodies and headers of the catalogue for the trigger, and
 * secrets that are almost right.
 */
import { hostileRequests } from './hostile-requests.ts';

export interface HostileCall {
	name: string;
	headers: Record<string, string>;
	body: Buffer;
	query: Record<string, unknown>;
}

const HEADER = 'x-voice-agent-function-secret';
const CALL = Buffer.from('{"order_number":1}');

/** The next hexadecimal digit. */
const otherDigit = (digit: string): string => ((Number.parseInt(digit, 16) + 1) % 16).toString(16);

/** Secrets that differ from the right one by little, by name. */
function almostRight(secret: string): Array<[string, string]> {
	const digits = [...secret];
	return [
		...[0, 31, 63].map((index): [string, string] => [
			`another digit at ${index}`,
			digits.with(index, otherDigit(digits[index] ?? '')).join(''),
		]),
		...[0, 32, 63].map((length): [string, string] => [`the first ${length} digits`, secret.slice(0, length)]),
		['doubled', `${secret}${secret}`],
		['sent twice', `${secret}, ${secret}`],
		['sent twice without a space', `${secret},${secret}`],
		['in capitals', secret.toUpperCase()],
		['in quotes', `"${secret}"`],
		['as a bearer token', `Bearer ${secret}`],
		['with a prefix', `sha256=${secret}`],
		['with a zero more', `${secret}0`],
		['with a zero before', `0${secret}`],
		['as Base64', Buffer.from(secret, 'hex').toString('base64')],
		['backwards', digits.reverse().join('')],
		['only zeros', '0'.repeat(64)],
		['of 8,000 digits', 'a'.repeat(8_000)],
		['an object', '{"a":1}'],
		['the word null', 'null'],
		['the word undefined', 'undefined'],
	];
}

/**
 * Calls that must start nothing.
 * @param secret the right one
 */
export function hostileCalls(secret: string): HostileCall[] {
	const sendable = hostileRequests.filter(({ httpStatus }) => httpStatus === 401 || httpStatus === 200);
	return [
		...almostRight(secret).map(([name, value]) => ({
			name: `secret ${name}`,
			headers: { [HEADER]: value },
			body: CALL,
			query: {},
		})),
		...sendable.map(({ name, body, headers, query }) => {
			const values = Object.entries(headers).filter(([, value]) => value !== undefined);
			// The proof of an event of the service does not count for a call.
			const vouching = values.map(([header, value]): [string, string] => [
				header === 'x-service-signature' ? HEADER : header,
				String(value),
			]);
			return { name, headers: Object.fromEntries(vouching), body: body ?? CALL, query };
		}),
		{ name: 'the secret in another header', headers: { authorization: secret }, body: CALL, query: {} },
		{ name: 'the secret in the query', headers: {}, body: CALL, query: { [HEADER]: secret } },
		{
			name: 'the secret in the body',
			headers: {},
			body: Buffer.from(JSON.stringify({ [HEADER]: secret, order_number: 1 })),
			query: {},
		},
	];
}
