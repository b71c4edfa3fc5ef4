/**
 * Metadata that a stranger might send who has the token of the chat app's
 * URL; for the engine and for the real n8n.
 */
import { createHash, createHmac } from 'node:crypto';

interface Known {
	/** References of two executions that wait. */
	first: string;
	second: string;
	/** Of one that is over. */
	over: string;
}

/** Guesses at the key of the signatures. */
const KEYS = ['', 'secret', 'undefined', 'null', 'n8n', 'signature', '0'.repeat(64)];
const HOSTS = [
	'https://evil.example',
	'http://127.0.0.1:9',
	'//evil.example',
	'http://[::1]:9',
	'file:///etc/passwd',
];
/** Of a step that never waited. */
const STEP = '0b5e7c1a-9d42-4f60-8a3b-1c2d3e4f5a6b';
const digits = (text: string, length = 64): string =>
	createHash('sha256').update(text).digest('hex').repeat(2).slice(0, length);

/**
 * So many different ones: with guessed and altered signatures, those of other questions and
 * executions, of executions that are over or that never were; whole URLs, paths that lead elsewhere;
 * values of other types and in other places.
 */
export function forgedReferences({ first, second, over }: Known, count: number): unknown[] {
	const [address = '', signature = ''] = first.split('&signature=');
	const [path = '', query = ''] = address.split('?');
	const [execution = '', node = ''] = path.split('/');
	const [, otherSignature = ''] = second.split('&signature=');
	const signed = (unsigned: string, by = signature) => `${unsigned}&signature=${by}`;

	const references: unknown[] = [
		// Replayed, and moved to where they do not belong.
		over,
		signed(address, otherSignature),
		signed(second.split('&signature=')[0] ?? '', signature),
		signed(over.split('&signature=')[0] ?? '', signature),
		...KEYS.map((key) =>
			signed(address, createHmac('sha256', key).update(`/webhook-waiting/${address}`).digest('hex')),
		),
		...KEYS.map((key) => signed(address, createHmac('sha256', key).update(address).digest('hex'))),
		signed(address, signature.toUpperCase()),
		signed(address, signature.slice(0, -1)),
		signed(address, `${signature}0`),
		signed(address, ''),
		`${first}&signature=${signature}`,
		`${first}&repeated=9`,
		`${first}#${second}`,
		address,
		path,
		execution,
		'',
		' ',
		// Whole URLs and ways out of the path.
		...HOSTS.flatMap((host) => [
			`${host}/${first}`,
			`${host}/webhook-waiting/${first}`,
			`${host}?${first}`,
			host,
		]),
		...[
			'../',
			'../../',
			'./',
			'/',
			'//',
			'\\',
			'%2e%2e/',
			'..%2f',
			'@',
			'.evil.example/',
			':9/',
			'?',
			'#',
		].flatMap((start) => [
			`${start}${first}`,
			`${execution}/${start}${node}?${query}&signature=${signature}`,
		]),
		`${execution}/../rest/login?${query}&signature=${signature}`,
		`${execution}/${node}/../../../rest/settings?${query}&signature=${signature}`,
		`${first}\r\nHost: evil.example`,
		`${first}\n`,
		`\n${first}`,
		`${first}\0`,
		first.replace('/', '\u2215'),
		// In the form of n8n's engine v2, and in none of any engine.
		...[
			`${STEP}?${query}`,
			`${STEP}/${node}?${query}`,
			`${execution}?${query}`,
			`${STEP}/../${path}?${query}`,
		].flatMap((unsigned) => [
			`${unsigned}&token=${'e'.repeat(200)}`,
			`${unsigned}&signature=${signature}`,
			`${unsigned}&token=`,
			unsigned,
		]),
		`${first}&token=${'e'.repeat(200)}`,
		`${address}&token=${signature}`,
		`${address}&signature=${signature}%2F${node}`,
		// Of other types.
		null,
		7,
		true,
		[first],
		{ [first]: first },
		{ n8nReplyTo: null },
	];
	for (let n = 0; references.length < count - 3; n++) {
		references.push(
			[
				signed(address, digits(`guess ${n}`)),
				signed(`${Number(execution) + 1 + (n % 50)}/${node}?${query}`, digits(`foreign ${n}`)),
				signed(`${execution}/${digits(`node ${n}`, 12)}?${query}`),
				signed(`${path}?question=${digits(`question ${n}`, 32)}&repeated=0`),
				signed(`${path}?${query.replace(/repeated=\d+/, `repeated=${n % 1000}`)}`, digits(`repeated ${n}`)),
				signed(
					address,
					signature.slice(0, n % 64) +
						(signature[n % 64] === '0' ? '1' : '0') +
						signature.slice((n % 64) + 1),
				),
			][n % 6],
		);
	}
	const forged: unknown[] = [...new Set(references.map((one) => JSON.stringify(one)))].map((one) => ({
		n8nReplyTo: JSON.parse(one) as unknown,
	}));
	for (let n = 0; forged.length < count - 3; n++) {
		forged.push({ n8nReplyTo: signed(address, digits(`once more ${n}`)) });
	}
	// A good reference where it is no field of ours.
	return [
		...forged.slice(0, count - 3),
		{ n8nreplyto: first },
		{ note: JSON.stringify({ n8nReplyTo: first }) },
		{ note: first },
	];
}
