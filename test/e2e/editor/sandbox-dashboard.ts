import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../support/start-sandbox.ts';

/** The sandbox's dashboard in a browser, used as a person does. */
export class Dashboard {
	readonly #browser: Browser;
	readonly #url: string;

	constructor(browser: Browser, sandbox: Sandbox) {
		this.#browser = browser;
		this.#url = `${sandbox.url}/dashboard/`;
	}

	/** Sets the webhook URL of the chat-app account of a number. */
	async setChatAppWebhook(number: string, url: string): Promise<void> {
		await this.#visit('chat-app', async (page) => {
			await page.getByRole('button', { name: `Edit ${number}` }).click();
			await page.getByRole('dialog').getByLabel('Webhook URL').fill(url);
			await this.#submit(page, 'Save');
		});
	}

	/**
	 * Replies to the message that holds this text, as the person who got it.
	 *
	 * @returns the message as that person reads it
	 */
	async reply(message: string, person: string, text: string): Promise<string> {
		return await this.#visit('messages', async (page) => {
			const row = page.getByRole('row').filter({ hasText: message }).first();
			const read = await row.locator('.message').first().innerText();
			await row.getByRole('button', { name: `Reply as ${person}` }).click();
			await page.getByRole('dialog').getByLabel('Text').fill(text);
			await this.#submit(page, 'Send reply');
			return read;
		});
	}

	async #visit<T>(path: string, act: (page: Page) => Promise<T>): Promise<T> {
		const page = await this.#browser.newPage();
		await page.goto(`${this.#url}#/${path}`);
		const result = await act(page);
		await page.close();
		return result;
	}

	async #submit(page: Page, action: string): Promise<void> {
		await page.getByRole('dialog').getByRole('button', { name: action }).click();
		await page.getByRole('dialog').waitFor({ state: 'detached' });
	}
}
