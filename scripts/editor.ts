import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { Failure } from '../playground/failure.ts';
import type { Owner } from '../playground/editor-api.ts';

/** A busy machine takes its time. */
const patienceMs = 120_000;

/** n8n's editor in a browser, used as a person does: nothing here goes around the page. */
export class Editor {
	readonly #context: BrowserContext;
	readonly #url: string;
	#page: Page | undefined;

	private constructor(context: BrowserContext, url: string) {
		this.#context = context;
		this.#url = url;
	}

	/** Logs in on the sign-in page. */
	static async signIn(browser: Browser, url: string, { email, password }: Owner): Promise<Editor> {
		const context = await browser.newContext({
			viewport: { width: 1280, height: 800 },
			colorScheme: 'light',
			reducedMotion: 'reduce',
		});
		context.setDefaultTimeout(patienceMs);
		const editor = new Editor(context, url);
		await editor.go('/signin');
		await editor.#leaveWhatIsNotSaved();
		await editor.page.getByLabel('Email').fill(email);
		await editor.page.getByLabel('Password').fill(password);
		await editor.page.getByRole('button', { name: 'Sign in' }).click();
		await editor.at('project-home-menu-item').waitFor();
		return editor;
	}

	/** n8n asks when another workflow is opened before this one is saved. */
	async #leaveWhatIsNotSaved(): Promise<void> {
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await this.page.addLocatorHandler(leave, (button) => button.click());
	}

	/** The page that is open. */
	get page(): Page {
		if (!this.#page) throw new Failure('No page of the editor is open.');
		return this.#page;
	}

	/** Locates the elements that n8n has marked with this name for tests. */
	at(testId: string, within: Page | Locator = this.page): Locator {
		return within.locator(`[data-test-id="${testId}"]`);
	}

	/** Opens an address of n8n, in place of the one before; what was not saved there is lost. */
	async go(path: string): Promise<void> {
		// A new page would compile the whole editor again.
		this.#page ??= await this.#context.newPage();
		await this.#page.goto(`${this.#url}${path}`);
	}

	/** Opens a new workflow and the panel in which to search for its first node. */
	async beginWorkflow(): Promise<void> {
		await this.#openEmptyWorkflow();
		await this.at('canvas-add-button').click();
	}

	/** Opens a stored workflow and shows all of it. */
	async openWorkflow(id: string): Promise<void> {
		await this.go(`/workflow/${id}`);
		await this.#showAll();
	}

	/** The same by the list of workflows, which does not load the page again. */
	async chooseWorkflow(id: string): Promise<void> {
		const card = this.page.locator(`[data-test-id="resources-list-item-workflow"][data-resourceid="${id}"]`);
		await this.#leaveFor(card, () => this.at('project-home-menu-item').click());
		await this.at('workflow-card-name', card).click();
		await this.#showAll();
	}

	/** Leaves the workflow that is open by these clicks, until that which they lead to is there. */
	async #leaveFor(target: Locator, click: () => Promise<void>): Promise<void> {
		if (await this.at('ndv-close-button').isVisible()) await this.closeNode();
		for (let left = 5; ; left -= 1) {
			await click();
			try {
				await target.waitFor({ timeout: patienceMs / 4 });
				return;
			} catch (error) {
				// Asked whether to leave what is not saved, n8n at times stays where it is.
				if (left === 0) throw error;
			}
		}
	}

	async #openEmptyWorkflow(): Promise<void> {
		// Not by its address: loading the page again takes four times the processor time.
		await this.#leaveFor(this.at('canvas-add-button'), async () => {
			await this.at('universal-add').click();
			await this.page.getByText('New workflow', { exact: true }).click();
		});
	}

	async #showAll(): Promise<void> {
		await this.at('canvas-node').first().waitFor();
		await this.at('zoom-to-fit').click();
	}

	/** Opens the executions of the workflow that is open; n8n shows the latest. */
	async openLatestExecution(): Promise<void> {
		await this.at('radio-button-executions').click();
		await this.page.waitForURL(/\/executions\/\d+$/);
	}

	/** Searches in the panel of nodes; returns the entry of this name. */
	async findNode(text: string, name: string): Promise<Locator> {
		await this.at('node-creator-search-bar').fill(text);
		return this.at('item-iterator-item').filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** Opens the panel of a node on the canvas. */
	async openNode(name: string): Promise<void> {
		const named = { has: this.page.getByText(name, { exact: true }) };
		await this.at('canvas-node').filter(named).dblclick();
		await this.at('node-parameters').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.at('ndv-close-button').click();
		await this.at('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Chooses an option of a parameter. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.at(`parameter-input-${parameter}`).click();
		const named = { has: this.page.getByText(option, { exact: true }) };
		await this.page.getByRole('option').filter(named).click();
	}

	/** Chooses from the list of a resource locator, once n8n has given the node its credential: a list opened before stays empty. */
	async chooseFromList(parameter: string, entry: string): Promise<void> {
		await this.at('node-credentials-select').first().waitFor();
		await this.at('rlc-input', this.at(`resource-locator-${parameter}`)).click();
		await this.at('rlc-item').filter({ hasText: entry }).click();
	}

	/** Writes into a resource locator what it takes by hand. */
	async enterByHand(parameter: string, text: string): Promise<void> {
		const locator = this.at(`resource-locator-${parameter}`);
		const byHand = this.at('mode-id').or(this.at('mode-number')).filter({ visible: true });
		// That of another parameter may still be closing.
		await byHand.first().waitFor({ state: 'hidden' });
		await this.at('rlc-mode-selector', locator).click();
		await byHand.click();
		await this.at('rlc-input', locator).fill(text);
	}

	/** Drags a field of the input panel, by its name, onto a parameter. */
	async dragOnto(field: string, target: Locator): Promise<void> {
		const items = this.at('run-data-schema-item', this.at('ndv-input-panel'));
		await items.getByText(field, { exact: true }).first().hover();
		await this.page.mouse.down();
		// It is dragged once the mouse has moved, and dropped where it has rested.
		await target.hover({ force: true });
		await target.hover({ force: true, position: { x: 20, y: 10 } });
		await this.page.mouse.up();
	}

	/** Writes into a text parameter of a node or a credential. */
	async fill(parameter: string, text: string): Promise<void> {
		await this.at(`parameter-input-${parameter}`).locator('input, textarea').fill(text);
	}
}
