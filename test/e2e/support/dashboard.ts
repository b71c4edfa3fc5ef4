import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startReceiver, status, type Receiver } from '../../support/http-server.ts';
import type { SandboxAccount } from '../../../sandbox/src/client/account.ts';
import { sandboxAsNew } from '../../support/worker-sandbox.ts';

/** The sections of the dashboard: the path of each after `#/`, and its heading. */
export const SECTIONS = {
	'': 'Make it happen',
	chat: 'Chat',
	connect: 'Connect n8n',
	'scripted-replies': 'Scripted replies',
	faults: 'Faults and time',
	requests: 'Requests',
	contacts: 'Contacts',
	messages: 'Messages',
	batches: 'Batch calls',
	deliveries: 'Deliveries',
	'dead-letters': 'Dead letters',
	'function-calls': 'Function calls',
	keys: 'API keys',
	numbers: 'Phone numbers',
	'chat-app': 'Chat app',
	credits: 'Credits',
	calls: 'Calls',
	chats: 'Website chats',
	agents: 'Agents',
	skills: 'Skills',
	'skill-runs': 'Skill runs',
	memories: 'Memories',
	functions: 'Custom functions',
	knowledge: 'Knowledge sources',
	voices: 'Voices',
};

/**
 * A browser at the dashboard of a sandbox, and a receiver for its webhooks. All tests of a file have one
 * `page`, in which each test loads the dashboard again.
 */
export interface Visit {
	readonly sandbox: SandboxAccount;
	readonly receiver: Receiver;
	readonly browser: Browser;
	readonly context: BrowserContext;
	readonly page: Page;
	/** Goes to a place within the dashboard, e.g. `deliveries/del_1`. */
	open(place: string): Promise<void>;
	button(name: string | RegExp, within?: Locator): Locator;
	dialog(): Locator;
	/** Has the sandbox's first key send its events to the receiver. */
	setWebhook(): Promise<void>;
}

/**
 * Sets a test file up with all of that. After each test nothing may have gone wrong in the page, no secret
 * may have been in an address, and nobody but the sandbox may have been asked for anything.
 */
export function visitDashboard(): Visit {
	const visit = {} as { -readonly [Name in keyof Visit]: Visit[Name] };
	let complaints: string[] = [];
	let addresses: string[] = [];
	let tests = 0;

	beforeAll(async () => {
		visit.browser = await launchBrowser();
		visit.receiver = await startReceiver();
		visit.sandbox = await sandboxAsNew('demo', { deliveryBaseDelayMs: 20 });
		// One for all tests: what it has loaded once, it need not load again.
		visit.context = await visit.browser.newContext({
			viewport: { width: 1280, height: 800 },
			reducedMotion: 'reduce',
		});
		// A busy machine takes its time.
		visit.context.setDefaultTimeout(120_000);
		const origin = visit.sandbox.url;
		await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
		visit.page = await visit.context.newPage();
		visit.page.on('pageerror', ({ message }) => complaints.push(message));
		visit.page.on('console', (message) => {
			// A refusal that a person is told of is logged by the browser, too.
			if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
				complaints.push(message.text());
		});
		visit.page.on('request', (request) => addresses.push(request.url()));
	});
	afterAll(async () => {
		await visit.browser?.close();
		await visit.receiver?.close();
	});
	beforeEach(async () => {
		const { sandbox, receiver } = visit;
		receiver.answer = status(200);
		await sandbox.control('POST', '/reset');
		receiver.received.length = 0;
		complaints = [];
		addresses = [];
		tests += 1;
	});
	afterEach(async () => {
		for (const page of visit.context.pages()) if (page !== visit.page) await page.close();
		expect(complaints).toEqual([]);
		expect(addresses.filter((address) => /svc_|whsec_/.test(address))).toEqual([]);
		expect(addresses.filter((address) => new URL(address).origin !== visit.sandbox.url)).toEqual([]);
	});

	// Each test has an address of its own, at which the browser loads the dashboard again. In a new tab it would start
	// a process and compile the dashboard again, too.
	visit.open = async (place) =>
		void (await visit.page.goto(`${visit.sandbox.url}/dashboard/?test=${tests}#/${place}`));
	visit.button = (name, within) => (within ?? visit.page).getByRole('button', { name });
	visit.dialog = () => visit.page.getByRole('dialog');
	// The address of a trigger in n8n.
	visit.setWebhook = () => visit.sandbox.setWebhookUrl(`${visit.receiver.url}/webhook/test/webhook`);
	return visit;
}
