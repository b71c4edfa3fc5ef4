/** Every list of the control API: each of its filters, its waits, and its second page. */
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import { SandboxAccount } from '../src/client/account.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly schema: { readonly enum?: readonly string[] };
}
type Paths = Record<string, { get?: { parameters?: Parameter[] } }>;

const PREFIX = '/sandbox/v1';
/** The parameters that choose a page or wait, and do not filter. */
const NO_FILTER = new Set(['limit', 'offset', 'order', 'wait_for', 'timeout_ms']);

let sandbox: SandboxAccount;
let receiver: Receiver;
let paths: Paths;
const get = (path: string, query: Fields = {}) =>
	untypedControl<Fields>(sandbox, 'GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`);
const isListOfRecords = (value: unknown) =>
	Array.isArray(value) && value.every((one) => typeof one === 'object');
/** The records that an answer lists, without the signatures of links, which are new each time. */
const recordsIn = (answer: Fields) => {
	const records = Object.values(answer).find(isListOfRecords) ?? [];
	return JSON.parse(JSON.stringify(records).replace(/expires=\d+&signature=\w+/g, '')) as Fields[];
};
const list = async (path: string, query: Fields = {}) => recordsIn(await get(path, query));
const names = (path: string) =>
	(paths[`${PREFIX}${path}`]?.get?.parameters ?? [])
		.filter((one) => one.in === 'query')
		.map(({ name }) => name);
/** The lists, as the document describes them. */
const listsWith = (isWanted: (parameters: readonly string[]) => boolean) =>
	Object.keys(paths)
		.map((path) => path.slice(PREFIX.length))
		.filter((path) => !path.includes('{') && isWanted(names(path)));

async function cloneVoice(): Promise<void> {
	const recording = await (await fetch(`${sandbox.url}${PREFIX}/recording`)).blob();
	const body = new FormData();
	body.append('name', 'A voice');
	body.append('files', recording, 'recording.wav');
	const headers = { authorization: `Bearer ${sandbox.apiKey}` };
	const { status: code } = await fetch(`${sandbox.url}/functions/v1/clone-voice`, {
		method: 'POST',
		headers,
		body,
	});
	expect(code).toBe(200);
}

/** Makes at least three records of every kind that has pages. */
async function fill(): Promise<void> {
	const { agents } = await sandbox.control('GET', '/agents');
	const agent = agents[0]?.id ?? '';
	await callFunction(sandbox, 'custom-functions', {
		...{
			agent_id: agent,
			name: 'ask',
			description: 'Asks',
			http_method: 'POST',
			endpoint_url: 'http://127.0.0.1:9/',
		},
	});
	receiver.answer = ({ path }, response) => void response.writeHead(path === '/ok' ? 200 : 404).end();
	await sandbox.setWebhookUrl(`${receiver.url}/ok`);
	await cloneVoice();
	const scenario = {
		title: 'A look',
		story: 'x',
		expected: 'x',
		steps: [{ note: 'Looks', call: 'POST /clock', body: { advance_seconds: 0 } }],
	};
	for (const text of ['Straße one', 'Straße two', 'Straße three']) {
		await sandbox.receiveSms({ body: text });
		await sandbox.sendSms({ body: text });
		await sandbox.callFunction({ agent, name: 'ask' });
		await sandbox.playScenario(scenario);
		await sandbox.control('POST', '/snapshots', { name: text.slice(7) });
		await sandbox.control('POST', '/scripted-replies', {
			replier: 'person',
			body: text,
			contains: 'nothing',
		});
		await callFunction(sandbox, 'billing-add-credits', { amount: 10 });
		await sandbox.control('POST', '/credits', { amount: 1 });
		await callFunction(sandbox, 'get-message', { message_id: text });
		await callFunction(sandbox, 'list-messages', { limit: 1 });
	}
	await sandbox.setWebhookUrl(`${receiver.url}/lost`);
	for (const text of ['lost one', 'lost two', 'lost three']) {
		await sandbox.receiveSms({ body: text });
		await sandbox.completeCall();
	}
	const letters = await eventually(async () => {
		const found = await list('/dead-letters');
		return found.length === 6 ? found : undefined;
	});
	await sandbox.setWebhookUrl(`${receiver.url}/ok`);
	await untypedControl(sandbox, 'POST', `/deliveries/${String(letters[0]?.id)}/replay`);
	for (let count = 0; count < 3; count += 1) {
		await sandbox.addFault({ kind: 'latency', latency_ms: 1, endpoint: 'list-models', count: null });
	}
}

beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await sandboxAsNew('demo');
	({ paths } = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as { paths: Paths });
	await fill();
	await eventually(async () => {
		const { deliveries } = await sandbox.control('GET', '/deliveries?limit=1000');
		return deliveries.every((one) => one.status !== 'pending') || undefined;
	});
});
afterAll(async () => {
	await sandbox?.clearFaults();
	await receiver?.close();
});

/** Returns what a filter compares in a record. */
const COMPARED: Readonly<Record<string, (record: Fields) => unknown>> = {
	event: (record) => record.event ?? (record.delivery as Fields).event,
	status: (record) => (typeof record.status === 'number' ? String(record.status)[0] : record.status),
	channel: (record) => record.channel,
	direction: (record) => record.direction,
	api_key_id: (record) => record.api_key_id,
	replayed: (record) => String((record.delivery as Fields).replayed_as !== null),
	path: (record) => record.path,
	endpoint: (record) => String(record.path).split('/')[3],
};
/** Returns a text by which a search finds a record, among others perhaps. */
function textOf({ event_id: event, delivery, body, path, name, id }: Fields): string {
	const texts = [event, (delivery as Fields | undefined)?.event_id, body, path, name, id];
	return String(texts.find((text) => typeof text === 'string'));
}

/** Each value of a filter with the records of a list that match it. */
function valuesOf(
	path: string,
	{ name, schema }: Parameter,
	all: readonly Fields[],
): Array<[string, Fields[]]> {
	const compared = COMPARED[name];
	if (compared !== undefined) {
		const present = [...new Set(all.map(compared).filter((value) => value !== null))] as string[];
		const values = schema.enum ?? [...present, ...(name === 'replayed' ? [] : ['nothing'])];
		return values.map((value) => [value, all.filter((record) => compared(record) === value)]);
	}
	if (name === 'after' && path === '/requests') {
		return all.map(({ id }) => [String(id), all.filter((one) => Number(one.id) > Number(id))]);
	}
	throw new Error(`Say here what ${name} of ${path} compares`);
}

it('each filter finds what matches and nothing else, and a wait counts what it finds', async () => {
	const filtered = listsWith((parameters) => parameters.some((name) => !NO_FILTER.has(name)));
	expect(filtered.length).toBeGreaterThan(15);
	for (const path of filtered) {
		const limit = names(path).includes('limit') ? { limit: 1000 } : {};
		const all = await list(path, limit);
		expect([path, all.length > 0]).toEqual([path, true]);
		const waits = names(path).includes('wait_for');
		const find = async (query: Fields, found: readonly unknown[]) => {
			expect([path, query, await list(path, { ...limit, ...query })]).toEqual([path, query, found]);
			if (!waits) return;
			const reached = async (count: number) => {
				const wait = { wait_for: count, timeout_ms: 0 };
				return (await get(path, { ...query, ...wait })).reached;
			};
			expect([path, query, await reached(found.length), await reached(found.length + 1)]).toEqual([
				...[path, query, true, false],
			]);
		};
		for (const parameter of paths[`${PREFIX}${path}`]?.get?.parameters ?? []) {
			const { name } = parameter;
			if (NO_FILTER.has(name) || (name === 'after' && path === '/messages')) continue;
			if (name !== 'search') {
				for (const [value, found] of valuesOf(path, parameter, all)) await find({ [name]: value }, found);
				continue;
			}
			await find({ search: 'a quokka' }, []);
			const [record = {}] = all;
			const text = textOf(record);
			const found = await list(path, { ...limit, search: text.toUpperCase() });
			expect([path, text, found]).toEqual([path, text, expect.arrayContaining([record])]);
			await find({ search: text }, found);
		}
	}
});

it.each([
	['ärger', 'Grüße aus Zürich, ÄRGER'],
	['STRASSE', 'Hauptstraße 5'],
	['добрый', 'ДОБРЫЙ день'],
	['οδοσ', 'ΟΔΟΣ 7'],
])('a search for %s finds %s, whatever the letter case', async (search, text) => {
	const number = '+14155550188';
	await sandbox.receiveSms({ from_number: number, body: text });
	await sandbox.completeCall({ from_number: number, contact_name: text });
	await callFunction(sandbox, 'get-message', { message_id: text });
	const lists = ['/messages', '/deliveries', '/calls', '/contacts', '/requests'];
	const found = await Promise.all(
		lists.map(async (path) => [path, (await list(path, { search })).length > 0]),
	);
	expect(found).toEqual(lists.map((path) => [path, true]));
});

it('a search looks at values, not at the names of fields, and at both numbers of a message', async () => {
	expect(await sandbox.control('GET', '/calls?search=extracted_data')).toMatchObject({ total: 0 });
	await sandbox.receiveSms({ from_number: '+14155550189' });
	await sandbox.sendSms({ to_number: '+14155550189' });
	expect(await sandbox.control('GET', '/messages?search=5550189')).toMatchObject({ total: 2 });
});

it('an agent is listed with all that get-agent answers', async () => {
	const { agents } = await sandbox.control('GET', '/agents');
	const { body } = await callFunction(sandbox, 'get-agent', { agent_id: agents[0]?.id });
	expect(agents[0]).toEqual(body);
});

it('messages after another one are those that came later', async () => {
	const { newest } = await sandbox.control('GET', '/messages?limit=1');
	const { message } = await sandbox.receiveSms({ body: 'later' });
	const { messages } = await sandbox.control('GET', `/messages?after=${newest}`);
	expect(messages.map(({ id }) => id)).toEqual([message.id]);
});

it('each list has a second page, which goes on where the first one ends', async () => {
	const batch = (await sandbox.control('GET', '/batches')).batches[0]?.id;
	const contact = (await sandbox.control('GET', '/contacts')).contacts[0]?.id;
	const single = [`/batches/${batch}`, `/contacts/${contact}`];
	const paged = listsWith((parameters) => parameters.includes('offset'));
	expect(paged.length).toBeGreaterThan(8);
	for (const path of [...paged, ...single]) {
		const newestFirst = names(path).includes('order') ? { order: 'desc' } : {};
		const first = await list(path, { ...newestFirst, limit: 3 });
		const pages = [0, 1, 2].map((offset) => list(path, { ...newestFirst, limit: 1, offset }));
		expect([path, (await Promise.all(pages)).flat()]).toEqual([path, first]);
		expect([path, first.length]).toEqual([path, 3]);
	}
});

it('whatever is set, a message that was sent before is still found', async () => {
	await sandbox.reset('demo');
	await sandbox.sendSms({ body: 'sent before' });
	const methods = Object.getOwnPropertyNames(SandboxAccount.prototype).filter((name) =>
		name.startsWith('set'),
	);
	expect(methods).toEqual(['setWebhookUrl', 'setChatAppWebhookUrl']);
	const setters: Array<() => Promise<unknown>> = [
		() => sandbox.setWebhookUrl(receiver.url),
		() => sandbox.setChatAppWebhookUrl(receiver.url),
		() => sandbox.setWebhookUrl(null),
		() => sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { name: 'Renamed' }),
		() => sandbox.control('POST', '/api-keys', { name: 'Another' }),
		() => sandbox.control('PATCH', '/calling', { call_seconds: 1 }),
		() => sandbox.control('PATCH', '/carrier', { report_after_seconds: 1 }),
		() => sandbox.addFault({ kind: 'latency', latency_ms: 1 }),
		() => sandbox.advance('1h'),
		() => sandbox.saveSnapshot('between'),
	];
	for (const set of setters) {
		await set();
		expect(await sandbox.waitForMessage({ text: 'sent before', timeoutMs: 0 })).toMatchObject({
			channel: 'sms',
		});
	}
	await sandbox.restoreSnapshot('between');
	await expect(sandbox.waitForMessage({ text: 'sent before', timeoutMs: 0 })).rejects.toThrow('did not come');
});
