import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { useExamples } from '../support/example-workflows.ts';
import type { Examples } from '../support/example-workflows.ts';
import { paths } from '../support/playground.ts';

const minutes = 60_000;
const browserTimeoutMs = 60_000;
const user = { username: 'office', password: 'for-campaigns-7' };

const people = [
	['+1 415 555 0140', 'Ada Example'],
	['+1 (415) 555-0141', 'Bo Example'],
	['+14155550140', 'Ada once more'],
	['415 555 0142', 'Cy Example'],
];
const rows = [['phone_number', 'name'], ...people];

interface Upload {
	name: string;
	mimeType: string;
	buffer: Buffer;
}

const csv = (lines: string[][] = rows): Upload => ({
	name: 'people.csv',
	mimeType: 'text/csv',
	// As Excel saves it: with a byte order mark.
	buffer: Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`),
});

interface SheetLibrary {
	utils: {
		book_new(): object;
		aoa_to_sheet(lines: string[][]): object;
		book_append_sheet(book: object, sheet: object, name: string): void;
	};
	write(book: object, options: object): Buffer;
}

/** Made by the library that n8n brings. */
function workbook(): Upload {
	const { utils, write } = createRequire(join(paths.playground, 'package.json'))(
		'@e965/xlsx',
	) as SheetLibrary;
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'People');
	return {
		name: 'People.XLSX',
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		buffer: write(book, { type: 'buffer', bookType: 'xlsx' }),
	};
}

/** The example with a campaign, whose form is filled in in a browser. */
export function campaign(): void {
	describeInBrowser('Run a campaign from a spreadsheet', () => {
		let examples: Examples;
		let browser: Browser;
		let page: Page;

		useExamples(async (started) => {
			examples = started;
			// A call lasts an hour, so that a campaign is under way for as long as the test needs.
			await examples.sandbox.control('PATCH', '/calling', { call_seconds: 3600 });
			const id = await examples.n8n.client.createCredential('Campaigns', 'httpBasicAuth', {
				user: user.username,
				password: user.password,
			});
			const workflow = await examples.import('run-a-campaign-from-a-spreadsheet', {
				httpBasicAuth: { node: 'Campaign Form', id },
			});
			await examples.n8n.client.activateWorkflow(workflow);
			browser = await launchBrowser();
			page = await (await browser.newContext({ httpCredentials: user })).newPage();
			page.setDefaultTimeout(browserTimeoutMs);
		});

		afterAll(async () => {
			await browser?.close();
		}, minutes);

		const batches = async (): Promise<Array<{ id: string; name: string; status: string }>> =>
			(await examples.sandbox.control('GET', '/batches')).batches;

		const open = async () => {
			await page.goto(`${examples.n8n.url}/form/call-campaign`);
		};

		const submit = async (file: Upload, name: string, budget: string) => {
			await open();
			await page.locator('input[type=file]').setInputFiles(file);
			await page.getByLabel('Name of the campaign').fill(name);
			await page.getByLabel('Most to spend').fill(budget);
			await page.getByRole('button', { name: 'Show me the costs' }).click();
		};

		const choose = async (option: string) => {
			await page.locator('select').selectOption(option);
			await page.getByRole('button', { name: 'Continue' }).click();
		};

		const shows = async (text: string | RegExp) => {
			await page.getByText(text).first().waitFor();
		};

		test('only who knows the password gets to the form', async () => {
			expect((await fetch(`${examples.n8n.url}/form/call-campaign`)).status).toBe(401);
			await open();
			await shows('Upload the people to call');
		}, 120_000);

		test(
			'the preview tells costs and calls nobody; then the same people are called, and it can be stopped',
			async () => {
				const before = await batches();
				await submit(csv(), 'Week 23', '5');
				await shows(/2 people will be called from \+14155550100\. The dials cost 0\.01 USD/);
				await shows(/Duplicates removed: 1\. Skipped because the number cannot be called: 415 555 0142\./);
				expect(await batches()).toEqual(before);
				expect(await examples.requests('batch-calls')).toEqual([]);

				await choose('Call them');
				await shows('Week 23: running');
				const [created, ...others] = await batches();
				expect(others).toEqual(before);
				expect(created).toMatchObject({ name: 'Week 23', status: 'running', total_recipients: 2 });
				const { recipients } = await examples.sandbox.control('GET', `/batches/${created?.id}`);
				expect(recipients).toMatchObject([
					{ name: 'Ada Example', phone_number: '+14155550140' },
					{ name: 'Bo Example', phone_number: '+14155550141' },
				]);

				await choose('Stop the campaign');
				await shows('The campaign was stopped');
				expect((await batches())[0]).toMatchObject({ id: created?.id, status: 'cancelled' });
			},
			4 * minutes,
		);

		test(
			'a list over the budget ends before anybody is asked',
			async () => {
				await examples.forgetRequests();
				await submit(workbook(), 'Week 25', '0');
				await shows('This would cost too much');
				await shows(/The dials to 2 people cost 0\.01 USD, and you wanted to spend 0 USD at most/);
				expect(await examples.requests('batch-calls')).toEqual([]);
			},
			3 * minutes,
		);

		test(
			'a file without a number to call says what is wrong',
			async () => {
				await examples.forgetRequests();
				await submit(csv([['telephone'], ['+14155550140']]), 'Week 26', '5');
				await shows('The file cannot be used');
				await shows('It is not clear which field of the items holds the phone numbers');
				expect(await examples.requests('batch-calls')).toEqual([]);
			},
			3 * minutes,
		);
	});
}
