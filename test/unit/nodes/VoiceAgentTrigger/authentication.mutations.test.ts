import { fc } from '../../../support/fast-check.ts';
import { type IncomingRequest, verify } from '../../../../nodes/VoiceAgentTrigger/authentication';
import { SECRETS } from '../../../support/hostile-requests';
import { signatureOf } from '../../../support/signature';

/** A share of what `TEST_FULL=1 npm test` tries. */
const MUTATIONS = process.env.TEST_FULL ? 100_000 : 2_000;
const HEADER = 'x-service-signature';
const credential = { baseUrl: 'https://x.example', ...SECRETS };

interface Valid extends IncomingRequest {
	rawBody: Buffer;
	signed: boolean;
	/** The signature or the token. */
	proof: string;
}

const requestWith = (rawBody: unknown, signed: boolean, proof: unknown): IncomingRequest =>
	signed
		? { rawBody, headers: { [HEADER]: proof }, query: {} }
		: { rawBody, headers: {}, query: { token: proof } };

/** A request that the trigger takes. */
const valid: fc.Arbitrary<Valid> = fc
	.record({ data: fc.json({ maxDepth: 2 }), signed: fc.boolean(), old: fc.boolean() })
	.map(({ data, signed, old }) => {
		const rawBody = Buffer.from(`{"event":"${signed ? 'sms' : 'chatapp'}.received","data":${data}}`);
		const key = old ? SECRETS.previousSigningSecret : SECRETS.signingSecret;
		const proof = signed ? signatureOf(rawBody, key) : SECRETS.chatAppToken;
		return { ...requestWith(rawBody, signed, proof), rawBody, signed, proof };
	});

/** Replaces some bytes by others: one by one, none by some, or some by none. */
const splice: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
	.tuple(fc.nat({ max: 999 }), fc.nat({ max: 4 }), fc.uint8Array({ maxLength: 4 }))
	.map(([share, remove, put]) => (bytes: Buffer) => {
		const at = Math.floor((share / 1_000) * bytes.length);
		return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]);
	});

const anything = fc.anything({ withNullPrototype: true, maxDepth: 1 });

/** Another proof than the right one. */
const wrongProof: fc.Arbitrary<(proof: string) => unknown> = fc.oneof(
	splice.map((alter) => (proof: string) => alter(Buffer.from(proof)).toString()),
	fc.constantFrom<Array<(proof: string) => unknown>>(
		(proof) => `${proof},${proof}`,
		(proof) => ` ${proof}`,
		(proof) => `${proof}\n`,
		(proof) => proof.slice(7),
		(proof) => [proof],
	),
	fc
		.uint8Array({ minLength: 32, maxLength: 32 })
		.map((digest) => () => `sha256=${Buffer.from(digest).toString('hex')}`),
	anything.map((value) => () => value),
);

/** The letter case of a signature says nothing: it is the same digest. */
const isSameProof = ({ signed, proof }: Valid, other: unknown): boolean =>
	other === proof ||
	(signed && typeof other === 'string' && other.replace(/[A-F]/g, (c) => c.toLowerCase()) === proof);

const mutated: fc.Arbitrary<IncomingRequest> = fc.oneof(
	fc
		.tuple(valid, wrongProof)
		.map(([request, alter]) => ({ request, proof: alter(request.proof) }))
		.filter(({ request, proof }) => !isSameProof(request, proof))
		.map(({ request: { rawBody, signed }, proof }) => requestWith(rawBody, signed, proof)),
	// A token vouches for the sender and not for the body.
	fc
		.tuple(
			valid,
			fc.oneof(
				splice,
				anything.map((value) => () => value),
			),
		)
		.map(([request, alter]) => ({ ...request, altered: alter(request.rawBody) }))
		.filter(
			({ signed, rawBody, altered }) => signed && !(Buffer.isBuffer(altered) && altered.equals(rawBody)),
		)
		.map(({ signed, proof, altered }) => requestWith(altered, signed, proof)),
	// The proof of one kind of event does not count for the other.
	valid.map(({ rawBody, signed }) => requestWith(rawBody, !signed, SECRETS.chatAppToken)),
	fc
		.tuple(valid, fc.dictionary(fc.string(), anything, { maxKeys: 4 }))
		.map(([{ rawBody }, headers]) => ({ rawBody, headers, query: {} })),
);

describe('Voice Agent Trigger: valid requests', () => {
	it('are all taken, so that the mutations below begin with something that passes', () => {
		fc.assert(
			fc.property(valid, (request) => verify(request, credential).ok),
			{ numRuns: 2_000 },
		);
	});

	it(`are refused after each of ${MUTATIONS} random mutations`, () => {
		fc.assert(
			fc.property(mutated, (request) => !verify(request, credential).ok),
			{ numRuns: MUTATIONS },
		);
	});
});
