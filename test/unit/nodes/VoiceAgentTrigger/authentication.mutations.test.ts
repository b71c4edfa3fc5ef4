import { fc } from '../../../support/fast-check.ts';
import { authenticate, type IncomingRequest } from '../../../../nodes/VoiceAgentTrigger/authentication';
import { SECRETS } from '../../../support/hostile-requests';
import { signatureOf } from '../../../support/signature';

/** A share of what `TEST_FULL=1 npm test` tries. */
const MUTATIONS = process.env.TEST_FULL ? 100_000 : 2_000;
const HEADER = 'x-service-signature';
const credential = { baseUrl: 'https://x.example', ...SECRETS };

interface Valid {
	rawBody: Buffer;
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
	signed: boolean;
}

/** A request that the trigger takes. */
const valid: fc.Arbitrary<Valid> = fc
	.record({ data: fc.json({ maxDepth: 2 }), signed: fc.boolean(), old: fc.boolean() })
	.map(({ data, signed, old }) => {
		const event = signed ? 'sms.received' : 'chatapp.received';
		const rawBody = Buffer.from(`{"event":"${event}","data":${data}}`);
		const key = old ? SECRETS.previousSigningSecret : SECRETS.signingSecret;
		return signed
			? { rawBody, headers: { [HEADER]: signatureOf(rawBody, key) }, query: {}, signed }
			: { rawBody, headers: {}, query: { token: SECRETS.chatAppToken }, signed };
	});

const SURROGATES = 0x800;
/** Any character, like fast-check's unit `binary`, which spends two seconds on a map of all 1.1 million. */
const character = fc.nat({ max: 0x10ffff - SURROGATES }).map(
	(index) => String.fromCodePoint(index < 0xd800 ? index : index + SURROGATES),
	(text) => {
		const point = String(text).codePointAt(0) ?? 0;
		if (String.fromCodePoint(point) !== text) throw new Error('Not one character');
		return point < 0xd800 ? point : point - SURROGATES;
	},
);

/** A position in a text or in bytes of any length, as a share of it. */
const place = fc.nat({ max: 999 });
const at = (share: number, length: number): number => Math.floor((share / 1_000) * length);

/** Something to do to a text: a character replaced, one put in, a cut, a repetition, the whole of it. */
const alteration: fc.Arbitrary<(text: string) => string> = fc.oneof(
	fc
		.tuple(place, fc.string({ unit: character, minLength: 1, maxLength: 3 }), fc.boolean())
		.map(([share, piece, replace]) => (text: string) => {
			const i = at(share, text.length);
			return text.slice(0, i) + piece + text.slice(replace ? i + 1 : i);
		}),
	fc.tuple(place, place).map(([a, b]) => (text: string) => {
		const [from, to] = [at(Math.min(a, b), text.length), at(Math.max(a, b), text.length)];
		return text.slice(0, from) + text.slice(to + 1);
	}),
	fc.constantFrom<Array<(text: string) => string>>(
		(text) => text + text,
		(text) => `${text},${text}`,
		(text) => `${text} `,
		(text) => ` ${text}`,
		(text) => `${text}\n`,
		(text) => text.slice(7),
		() => '',
	),
	fc
		.uint8Array({ minLength: 32, maxLength: 32 })
		.map((digest) => () => `sha256=${Buffer.from(digest).toString('hex')}`),
	fc.string({ unit: character }).map((text) => () => text),
);

const byteAlteration: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
	fc.tuple(place, fc.nat({ max: 7 })).map(([share, bit]) => (bytes: Buffer) => {
		const copy = Buffer.from(bytes);
		copy[at(share, bytes.length)]! ^= 1 << bit;
		return copy;
	}),
	fc
		.tuple(place, fc.nat({ max: 4 }), fc.uint8Array({ maxLength: 4 }))
		.map(([share, remove, put]) => (bytes: Buffer) => {
			const i = at(share, bytes.length);
			return Buffer.concat([bytes.subarray(0, i), put, bytes.subarray(i + remove)]);
		}),
	fc.uint8Array({ maxLength: 64 }).map((other) => () => Buffer.from(other)),
);

const anything = fc.anything({ withNullPrototype: true, maxDepth: 1 });

type Change = (request: Valid) => IncomingRequest;

const withProof = (request: Valid, value: unknown): IncomingRequest =>
	request.signed ? { ...request, headers: { [HEADER]: value } } : { ...request, query: { token: value } };

/** Changes what vouches for a request, or what is vouched for. */
const change: fc.Arbitrary<Change> = fc.oneof(
	{
		weight: 4,
		arbitrary: alteration.map(
			(alter): Change =>
				(request) =>
					withProof(request, alter(proofOf(request))),
		),
	},
	{
		weight: 1,
		arbitrary: anything.map(
			(value): Change =>
				(request) =>
					withProof(request, value),
		),
	},
	{
		weight: 4,
		arbitrary: byteAlteration.map((alter): Change => (request) => ({
			...request,
			rawBody: alter(request.rawBody),
		})),
	},
	{ weight: 1, arbitrary: anything.map((rawBody): Change => (request) => ({ ...request, rawBody })) },
	{
		weight: 1,
		// The proof of one kind of event does not count for the other.
		arbitrary: fc.constant<Change>((request) =>
			request.signed
				? { ...request, headers: {}, query: { token: SECRETS.chatAppToken } }
				: { ...request, headers: { [HEADER]: SECRETS.chatAppToken } },
		),
	},
	{
		weight: 1,
		arbitrary: fc
			.dictionary(fc.string(), anything, { maxKeys: 4 })
			.map((headers): Change => (request) => ({ ...request, headers, query: {} })),
	},
);

const proofOf = ({ signed, headers, query }: Valid): string => String(signed ? headers[HEADER] : query.token);

const mutated: fc.Arbitrary<IncomingRequest> = fc
	.tuple(valid, change)
	.map(([request, alter]) => ({ request, mutation: alter(request) }))
	.filter(({ request, mutation }) => !isAsGood(request, mutation))
	.map(({ mutation: { rawBody, headers, query } }) => ({ rawBody, headers, query }));

/**
 * Tells if a mutation has changed nothing that is vouched for: a token
 * vouches for the sender and not for the body.
 */
function isAsGood(request: Valid, mutation: IncomingRequest): boolean {
	const proof = request.signed ? mutation.headers[HEADER] : mutation.query.token;
	if (!request.signed) return proof === proofOf(request) && mutation.headers[HEADER] === undefined;
	const sameBody = Buffer.isBuffer(mutation.rawBody) && mutation.rawBody.equals(request.rawBody);
	return sameBody && typeof proof === 'string' && isSameDigest(proof, proofOf(request));
}

/** The letter case of the digits says nothing: it is the same digest. */
const isSameDigest = (value: string, proof: string): boolean =>
	value.startsWith('sha256=') && value.toLowerCase() === proof;

describe('Voice Agent Trigger: valid requests', () => {
	it('are all taken, so that the mutations below begin with something that passes', () => {
		fc.assert(
			fc.property(valid, (request) => authenticate(request, credential).valid),
			{ numRuns: 2_000 },
		);
	});

	it(`are refused after each of ${MUTATIONS} random mutations`, () => {
		fc.assert(
			fc.property(mutated, (request) => !authenticate(request, credential).valid),
			{ numRuns: MUTATIONS },
		);
	});
});
