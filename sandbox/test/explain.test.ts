/** The words of the dashboard about a delivery, which the browser loads as they are. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Case = [attempt: object, facts?: object];
interface Explained {
	works: boolean;
	words: string;
}

const MODULE = pathToFileURL(join(__dirname, '..', 'dashboard', 'pages', 'explain.js')).href;
const N8N = 'http://127.0.0.1:5678/webhook/4f0d/webhook';
const PROGRAM = 'https://app.example/webhook';
const ATTEMPT = {
	http_status: 200,
	error: null,
	started_at: '2030-01-01T00:00:00.000Z',
	response_body: null,
};
const FACTS = { signature: 'sha256=ab', is_signature_current: true, faults: [], next_attempt_at: null };

/** Explains several attempts, in one process. */
function explainAll(cases: readonly Case[]): Explained[] {
	const given = cases.map(([attempt, facts]) => [
		{ ...ATTEMPT, url: N8N, ...attempt },
		{ ...FACTS, ...facts },
	]);
	const script = `import { explain } from ${JSON.stringify(MODULE)};
		console.log(JSON.stringify(${JSON.stringify(given)}.map((one) => explain(...one))));`;
	const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
		encoding: 'utf8',
	});
	return JSON.parse(output) as Explained[];
}
const wordsOf = (...cases: Case[]) => explainAll(cases).map(({ words }) => words);

const WRONG = { faults: ['wrong_signature'], is_signature_current: false };

it('a wrong signature of the sandbox itself is never the fault of the receiver', () => {
	const [refused = '', taken] = wordsOf([{ http_status: 401 }, WRONG], [{ url: PROGRAM }, WRONG]);
	expect(refused).toMatch(/^n8n refused the signature \(401\), as it should: a fault of this sandbox/);
	expect(refused).not.toContain('Signing Secret');
	expect(taken).toMatch(/^app\.example took the event \(200\), although .*it does not check the signature/);
	expect(explainAll([[{}, WRONG]])).toMatchObject([{ works: false }]);
});

it('a replay under an earlier secret says that a resent one gets a new signature', () => {
	const earlier = { is_signature_current: false };
	const both = wordsOf([{ http_status: 401 }, earlier], [{ http_status: 401, url: PROGRAM }, earlier]);
	for (const words of both)
		expect(words).toMatch(/earlier signing secret\. Edit and resend gives it a new signature\.$/);
	expect(wordsOf([{ http_status: 401 }])).toEqual([
		expect.stringContaining('the Signing Secret in its credential'),
	]);
});

it('n8n is not blamed for what another program answers', () => {
	const unsigned = { signature: null, is_signature_current: null };
	const codes = [301, 400, 401, 404, 410, 500, 503].flatMap((status) => [status, status]);
	const words = wordsOf(
		...codes.map((http_status, index): Case => [{ http_status, url: PROGRAM }, index % 2 ? {} : unsigned]),
	);
	for (const [index, told] of words.entries()) {
		expect(told).toContain('app.example');
		expect(told).toContain(String(codes[index]));
		expect(told).not.toContain('n8n');
	}
});

it('says whether it is tried again, and that a proxy may stand before n8n', () => {
	const later = { next_attempt_at: '2030-01-01T00:00:05.000Z' };
	expect(wordsOf([{ http_status: 500 }, later], [{ http_status: 503 }])).toEqual([
		'n8n could not take the event (500). The sandbox tries again; see its log.',
		'n8n, or a proxy before it, could not take the event (503). No attempt is left; see its log.',
	]);
});

it('names what a fault has done to a delivery that works', () => {
	expect(
		explainAll([
			[{}, { faults: ['duplicate'] }],
			[{ url: PROGRAM }, { faults: ['reordered'] }],
		]),
	).toEqual([
		{ works: true, words: 'n8n took the event (200). A fault of this sandbox sent it twice.' },
		{
			works: true,
			words:
				'app.example took the event (200). A fault of this sandbox held it back, so that others overtook it.',
		},
	]);
});
