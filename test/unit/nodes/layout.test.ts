import { existsSync, globSync, readFileSync } from 'fs';
import { dirname, join } from 'path';

const ROOT = join(__dirname, '../../..');

/** The folders of nodes; every other folder in `nodes/` is a library. */
const NODE_FOLDER = /^nodes\/(VoiceAgent\w*)\//;

/** The folder of the node that a file belongs to, e.g. `VoiceAgent`. */
const nodeFolder = (file: string) => NODE_FOLDER.exec(file)?.[1];

const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: ROOT }).map((file) =>
	file.replaceAll('\\', '/'),
);

/** Every relative import of the package, types included. */
const imports = files.flatMap((from) =>
	[...readFileSync(join(ROOT, from), 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) => {
		const target = join(dirname(from), path).replaceAll('\\', '/');
		const to = [`${target}.ts`, `${target}/index.ts`].find((file) => existsSync(join(ROOT, file)));
		return { from, to: to ?? `missing: ${target}` };
	}),
);

const broken = (allowed: (from: string, to: string) => boolean) =>
	imports.filter(({ from, to }) => !allowed(from, to)).map(({ from, to }) => `${from} -> ${to}`);

it('finds the imports of the package', () => {
	expect(files.length).toBeGreaterThan(80);
	expect(imports.length).toBeGreaterThan(200);
	expect(broken((_, to) => files.includes(to))).toEqual([]);
});

it('lets no library, credential or other node import a node', () => {
	expect(broken((from, to) => nodeFolder(to) === undefined || nodeFolder(to) === nodeFolder(from))).toEqual(
		[],
	);
});

/** Finds ways along imports that end where they have begun. */
function findCircles(edges: Array<{ from: string; to: string }>): string[] {
	const done = new Set<string>();
	const visit = (place: string, path: string[]): string[] => {
		if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
		if (done.has(place)) return [];
		const circle = edges
			.filter(({ from }) => from === place)
			.map(({ to }) => visit(to, [...path, place]))
			.find(({ length }) => length > 0);
		done.add(place);
		return circle ?? [];
	};
	return [...new Set(edges.map(({ from }) => from))]
		.map((place) => visit(place, []).join(' -> '))
		.filter(Boolean);
}

it('has no imports that lead back to where they started', () => {
	expect(findCircles(imports)).toEqual([]);
});

it('has no folders that need each other', () => {
	/** Files in the folder of a node stand for themselves, beside its folders; a library is one folder. */
	const folderOf = (file: string) => (/^nodes\/VoiceAgent\w*\/[\w.]+$/.test(file) ? file : dirname(file));
	const edges = imports
		.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
		.filter(({ from, to }) => from !== to && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`));
	expect(findCircles(edges)).toEqual([]);
});

/** Where statuses are those that n8n answers, and not the service. */
const OF_N8N = /^nodes\/(n8n\/waitingExecution|VoiceAgentFunctionTrigger\/call)\.ts$/;

it('judges the statuses of the service in one file', () => {
	const judges =
		/\bstatus(Code)?\b\)? *(===|!==|[<>]=?) *'?[1-5]\d\d|\[[^\]]*\b[1-5]\d\d\b[^\]]*\]\.includes/;
	const found = files.filter((file) => judges.test(readFileSync(join(ROOT, file), 'utf8')));
	expect(found.filter((file) => file !== 'nodes/service/failure.ts' && !OF_N8N.test(file))).toEqual([]);
});

it('takes nothing from outside but n8n-workflow and crypto', () => {
	const packages = files.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
	);
	expect([...new Set(packages)].sort()).toEqual(['crypto', 'n8n-workflow']);
});

/** The state that the process keeps beside n8n's own, and what bounds it. */
const STATE: Readonly<Record<string, string>> = {
	answeredQuestions: '1,000 questions; the oldest is forgotten first',
	credentialReads: '1,000 nodes that receive webhooks, each for 5 seconds',
	followUps: '1,000 follow-ups; the oldest is forgotten first',
	keysByNode: 'the nodes that recorded something since n8n started, up to 1,000 keys each',
	logIns: '1,000 accounts, each for a minute and no longer than its session',
	optOutsByRun: 'the runs of nodes that are under way, since it holds them weakly',
	readingOrder: 'the replies that are being read',
	receivedByNode: 'the trigger nodes that got an event since n8n started, up to 10,000 events each',
	requestOrder: 'the sends that are under way',
	resumptions: '1,000 replies; the oldest is forgotten first',
	statesNotYetStored: 'the polling triggers that were published since n8n started',
	triggers: 'the polling triggers that were published since n8n started',
	usedContexts: 'the contexts of polls that n8n keeps, since it holds them weakly',
	waitingSubWorkflows: '1,000 executions that called a workflow that asks; the oldest is forgotten first',
};

it('keeps no state in the process but what is listed here, with what bounds it', () => {
	const declared =
		/^(?:export )?(?:let (\w+)|const (\w+)[^=\n]* = new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|(?:SharedWork|KeyedMutex|BoundedSet)\b))/gm;
	const found = files.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(declared)].map(([, a, b]) => a ?? b),
	);
	expect(found.sort()).toEqual(Object.keys(STATE));
});

/** The fields of a message on the wire. Records of agents and functions have a field `created_at` as well. */
const MESSAGE_FIELD =
	/\b(from_number|to_number|is_ai_generated|thread_id)\b|\bcreated_at\b|'body'|\b(message|record|row|listed)\??\.body\b/;
const OF_OTHERS = /^nodes\/VoiceAgent\/(agent|customFunction)\//;

it('knows the fields of messages on the wire where messages and events are parsed, and nowhere else', () => {
	const withoutComments = (file: string) =>
		readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
	const found = files.filter((file) => MESSAGE_FIELD.test(withoutComments(file)));
	const elsewhere = found.filter((file) => !/^nodes\/(messages|events)\//.test(file));
	expect(elsewhere.filter((file) => !OF_OTHERS.test(file))).toEqual([]);
	expect(found).toContain('nodes/messages/message.ts');
});
