import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents } from './links.ts';

/** How a command of the documents is known to work. */
interface Proof {
	command: RegExp;
	/** A file that runs it, or does what it does, in `npm test`; and a text that tells where. */
	provenBy?: { file: string; text: string };
	/** Otherwise it is run as it stands, when it is quick and changes nothing. */
	run?: true;
}

const provenBy = (command: RegExp, file: string, text: string): Proof => ({
	command,
	provenBy: { file, text },
});

/** The first that fits counts. */
const proofs: Proof[] = [
	{ command: /^npm (start|run (start:queue|sandbox)) -- --help$/, run: true },
	{ command: /^npm run sandbox -- [a-z-]+ --help$/, run: true },
	provenBy(/^npm test$/, '.ci/run', 'npm test'),
	provenBy(/^npm run pictures$/, '.github/workflows/weekly.yml', 'npm run pictures'),
	provenBy(/^npm run test:compat\b/, '.github/workflows/weekly.yml', 'npm run test:compat'),
	provenBy(/^npm run bench -- (sandbox|node|trigger)\b/, '.github/workflows/weekly.yml', 'npm run bench -- '),
	provenBy(
		/^npx jest --selectProjects engine -t 'Batch Call'$/,
		'test/engine/batch-call.test.ts',
		'Batch Call',
	),
	provenBy(/^npm test -- /, '.github/workflows/ci.yml', 'npm test -- '),
	provenBy(/^npm run test:full$/, '.github/workflows/weekly.yml', 'npm run test:full'),
	provenBy(/^npm run test:(unit|scripts|engine|sandbox|e2e)$/, 'scripts/test/parts.ts', '--selectProjects'),
	provenBy(/^npm run check:placeholders$/, 'scripts/release/check-tag.ts', 'findPlaceholders'),
	provenBy(/^npm run (lint|typecheck|format:check|build|check:[\w-]+)$/, 'scripts/test/parts.ts', 'script('),
	provenBy(/^npm start( -- --fresh)?$/, 'test/e2e/npm-start.test.ts', '--fresh'),
	provenBy(/^npm run dev$/, 'test/e2e/dev.test.ts', "'dev'"),
	provenBy(/^npm run start:queue\b/, 'test/e2e/start-queue.test.ts', 'start:queue'),
	provenBy(/^npx voice-agent-sandbox$/, 'sandbox/test/package.test.ts', 'pack'),
	provenBy(/^npm run numbering-plans$/, 'test/scripts/numbering-plans.test.ts', 'numbering-plans.ts'),
	provenBy(/^npm run docs$/, 'scripts/check/operations.ts', 'operationsDocument'),
	provenBy(/^npm run sandbox -- NOUN VERB --help$/, 'sandbox/test/cli.test.ts', "'--help'"),
	provenBy(/^npm run sandbox -- messages list$/, 'test/e2e/start-queue.test.ts', 'messages list'),
	provenBy(/^npm run sandbox -- listen$/, 'sandbox/test/cli.test.ts', "'listen'"),
	provenBy(/^npm run sandbox -- sms receive\b/, 'sandbox/test/cli.test.ts', "'sms', 'receive'"),
	provenBy(/^npm run sandbox -- chatapp receive\b/, 'sandbox/test/cli.test.ts', "'chatapp', 'receive'"),
	provenBy(/^npm run sandbox -- reply\b/, 'sandbox/test/cli-commands.test.ts', "'reply', '--to'"),
	provenBy(
		/^npm run sandbox -- scripted-replies add\b/,
		'sandbox/test/cli-commands.test.ts',
		"'scripted-replies', 'add'",
	),
	provenBy(/^npm run sandbox -- calls complete\b/, 'sandbox/test/cli.test.ts', "'calls', 'complete'"),
	provenBy(/^npm run sandbox -- deliveries list\b/, 'sandbox/test/cli.test.ts', "'deliveries', 'list'"),
	provenBy(/^npm run sandbox -- deliveries resend\b/, 'sandbox/test/control-lists.test.ts', '/resend'),
	provenBy(/^npm run sandbox -- clock advance\b/, 'sandbox/test/cli.test.ts', "'clock', 'advance'"),
	provenBy(/^npm run sandbox -- call GET\b/, 'sandbox/test/cli.test.ts', "'call', 'GET'"),
	provenBy(/^npm run sandbox -- serve --port 0 --json$/, 'sandbox/test/cli.test.ts', "'--json'"),
	provenBy(
		/^npm run sandbox -- serve --accounts \d+$/,
		'sandbox/test/support/start-sandbox.ts',
		"'--accounts'",
	),
	provenBy(/^npm run sandbox -- serve( --data \S+)?$/, 'sandbox/test/support/start-sandbox.ts', "'--data'"),
	provenBy(
		/^npm install --legacy-peer-deps n8n-nodes-voice-agent$/,
		'playground/tarball.ts',
		"'--legacy-peer-deps'",
	),
];

/** What anybody may do to get there, and what a reader's own account is needed for. */
const outside = [/^git (clone|tag|push|commit|add) /, /^cd \S+$/];

const scriptName = /^npm (?:run |(?=start\b|test\b))([\w:-]+)/;

const proofFault = (folder: string, { text }: { text: string }): string | undefined => {
	const proof = proofs.find(({ command }) => command.test(text));
	if (!proof) return 'no test is known to run it: see scripts/check/commands.ts';
	if (proof.run) {
		const { status, stdout, stderr } = spawnSync(text, { cwd: folder, shell: true, encoding: 'utf8' });
		return status === 0 ? undefined : `ends with ${status}\n${stdout}${stderr}`;
	}
	const { file, text: trace } = proof.provenBy ?? { file: '', text: '' };
	const found = existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8').includes(trace);
	return found ? undefined : `${file}, which is to prove it, does not hold ${trace}`;
};

/** Commands that name no script of package.json, that nothing proves, or that fail. */
export const brokenCommands = (folder: string, documents: Documents): string[] => {
	const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		scripts?: Record<string, string>;
	};
	const known = new Map<string, string | undefined>();
	const fault = (text: string): string | undefined => {
		if (outside.some((pattern) => pattern.test(text))) return undefined;
		const script = scriptName.exec(text)?.[1];
		if (script && !(script in scripts)) return `package.json has no script ${script}`;
		if (!known.has(text)) known.set(text, proofFault(folder, { text }));
		return known.get(text);
	};
	return [...documents].flatMap(([path, { commands, code }]) =>
		[...commands, ...code.filter(({ text }) => /^(npm (start|test|run)|npx) ?/.test(text))].flatMap(
			({ text, line }) => {
				const found = fault(text);
				return found ? [`${path}:${line} ${text}: ${found}`] : [];
			},
		),
	);
};
