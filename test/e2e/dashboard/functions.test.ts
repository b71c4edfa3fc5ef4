import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { status } from '../../support/http-server.ts';
import { callFunction } from '../../support/call-service.ts';

const ORDER = { order_number: 'A-17' };
const ANSWER = '{"order":  {"state": "on its way"}}';

describeInBrowser('functions in the dashboard', () => {
	const visit = visitDashboard();
	const main = () => visit.page.getByRole('main');
	const called = () => visit.receiver.received.map(({ body }) => body);

	/**
	 * Gives the agent of the main line a function that the receiver answers; with a variable that finds
	 * something, and one that does not.
	 */
	async function create(name = 'find_order'): Promise<{ agent: string; name: string }> {
		visit.receiver.answer = (_request, response) => response.writeHead(200, { 'x-shop': 'open' }).end(ANSWER);
		const { agents } = await visit.sandbox.control('GET', '/agents');
		const agent = agents.find((one) => one.name === 'Front desk')?.id ?? '';
		const { status: code } = await callFunction(visit.sandbox, 'custom-functions', {
			agent_id: agent,
			name,
			description: 'x',
			http_method: 'POST',
			max_retries: 1,
			endpoint_url: visit.receiver.url,
			body_schema: [{ name: 'order_number', type: 'string', description: '', required: true }],
			response_variables: [
				{ name: 'state', json_path: '$.order.state' },
				{ name: 'refund', json_path: '$.order.refund' },
			],
		});
		expect(code).toBe(201);
		return { agent, name };
	}

	it('calls are searched, and one shows every attempt, what was sent, and the extracted values', async () => {
		const wanted = { ...(await create()), arguments: ORDER };
		await visit.sandbox.callFunction({ ...(await create('other')), arguments: ORDER });
		visit.receiver.answer = (_request, response) =>
			visit.receiver.received.length === 2
				? response.writeHead(503).end('busy')
				: response.writeHead(200, { 'x-shop': 'open' }).end(ANSWER);
		await visit.sandbox.callFunction(wanted);
		await visit.open('function-calls');
		await visit.page.getByText('1 to 2 of 2').waitFor();
		// It searches while one types.
		await visit.page.getByLabel('Search in function calls').pressSequentially('FIND_order ');
		await visit.page.getByText('1 to 1 of 1').waitFor();
		await main()
			.getByRole('row', {
				name: /find_order.*Front desk.*succeeded.*2 · 200.*ms.*state on its way.*refund –/,
			})
			.getByRole('link', { name: 'find_order' })
			.click();

		await main().getByText('Attempt 2').waitFor();
		expect(await main().getByText(/^HTTP/).allTextContents()).toEqual(['HTTP 200', 'HTTP 503']);
		expect(await main().getByText('As it came').count()).toBe(2);
		expect(await main().getByLabel('Answer to attempt 2', { exact: true }).textContent()).toBe(ANSWER);
		expect(await main().getByLabel('Answer to attempt 1', { exact: true }).textContent()).toBe('busy');
		await main()
			.getByText(/\d ms$/)
			.first()
			.waitFor();
		await main().getByLabel('Body', { exact: true }).getByText('"order_number": "A-17"').waitFor();
		const values = main().locator('dl').nth(1);
		expect(await values.locator('dt').allTextContents()).toEqual(['State', 'Refund']);
		expect(await values.locator('dd').allTextContents()).toEqual(['on its way', '–']);
		await main().locator('summary', { hasText: 'Headers' }).first().click();
		await main().getByLabel('Headers of the answer to attempt 2').getByText('x-shop: open').waitFor();

		await visit.button('Call again').click();
		await visit.page.getByText('find_order was answered.').waitFor();
		await visit.page.getByRole('link', { name: 'See every attempt' }).click();
		await main().getByText('Attempt 1').waitFor();
		expect(called()).toHaveLength(4);
	});

	it('a button makes an agent call one', async () => {
		await create();
		await visit.open('');
		await visit.page.getByRole('radio', { name: 'An agent calls a function' }).check({ force: true });
		const form = visit.page.getByRole('form', { name: 'An agent calls a function' });
		const choice = form.getByLabel('Function', { exact: true });
		await choice.selectOption('find_order (Front desk)');
		// Those that no agent calls come last.
		const options = await choice.getByRole('option').allTextContents();
		expect(options.at(-1)).toBe('order_status (Front desk, switched off)');
		await form.getByText('string, required').waitFor();
		await form.getByLabel('Skip the check').waitFor();
		const label = "getComputedStyle(document.querySelector('.switch label')).whiteSpace";
		expect(await visit.page.evaluate<string>(label)).toBe('nowrap');
		await visit.button('Make it happen', form).click();
		await form.getByRole('alert').getByText('No agent would call it so: order_number is required').waitFor();
		const given = form.getByLabel('More arguments (JSON)');
		await given.fill('order_number');
		await visit.button('Make it happen', form).click();
		await form.getByText('More arguments (JSON): a JSON object like {"order": "A-17"}').waitFor();
		expect(called()).toEqual([]);

		await given.fill(JSON.stringify(ORDER));
		await form.getByLabel('Place of the arguments').selectOption('In the field arguments');
		await visit.button('Make it happen', form).click();
		const result = visit.page.getByRole('region', { name: 'Result' });
		await result.getByText('succeeded').waitFor();
		await result.getByText('on its way', { exact: true }).waitFor();
		expect(called()).toEqual([JSON.stringify({ arguments: ORDER })]);

		await given.fill('{"order_number": 17}');
		await form.getByLabel('Skip the check').check();
		await visit.button('Make it happen', form).click();
		await result.getByRole('article').nth(1).waitFor();
		await result.getByRole('link', { name: 'find_order' }).first().click();
		await main().getByText('Attempt 1').waitFor();
	});

	it('the form has a field for each argument; the result has what the agent would say, or once the error of the workflow', async () => {
		const { agent } = await create();
		await callFunction(visit.sandbox, 'custom-functions', {
			...{ agent_id: agent, name: 'book', description: 'x', http_method: 'POST' },
			endpoint_url: visit.receiver.url,
			body_schema: [
				{ name: 'people', type: 'number', description: 'How many', required: true },
				{ name: 'outside', type: 'boolean', description: '', required: false },
			],
			response_variables: [
				{ name: 'state', json_path: '$.order.state' },
				{ name: 'error', json_path: '$.error' },
			],
		});
		await visit.open('?event=function-call');
		const form = visit.page.getByRole('form', { name: 'An agent calls a function' });
		await form.getByLabel('Function', { exact: true }).selectOption('book (Front desk)');
		await form.getByLabel('people', { exact: true }).fill('4');
		await form.getByLabel('outside', { exact: true }).selectOption('Yes');
		await visit.button('Make it happen', form).click();
		const result = visit.page.getByRole('region', { name: 'Result' });
		await result.getByText('The agent would say').waitFor();
		await result.getByText('The state is on its way.').waitFor();
		expect(await result.getByText('found nothing').count()).toBe(0);
		expect(await result.getByText('Error', { exact: true }).count()).toBe(0);
		expect(called().map((body) => JSON.parse(body) as unknown)).toEqual([{ people: 4, outside: true }]);

		const words = 'There is no such table.';
		visit.receiver.answer = (_request, response) =>
			response.writeHead(200).end(JSON.stringify({ message: words, error: words }));
		await visit.button('Make it happen', form).click();
		await result.getByText('The workflow answered with an error.').waitFor();
		expect(await result.getByText(words, { exact: true }).count()).toBe(1);
	});

	it('a call that failed says why; a variable that found nothing is named with a path that would find something', async () => {
		const { agent } = await create();
		await callFunction(visit.sandbox, 'custom-functions', {
			...{ agent_id: agent, name: 'ask', description: 'x', http_method: 'POST', body_schema: [] },
			endpoint_url: visit.receiver.url,
			response_variables: [
				{ name: 'order', json_path: 'order.state' },
				{ name: 'state', json_path: '$.state' },
				{ name: 'none', json_path: '$.nothing' },
			],
		});
		const { id } = await visit.sandbox.callFunction({ agent, name: 'ask' });
		await visit.open(`function-calls/${id}`);
		for (const words of [
			'The response variable order found nothing at order.state. $.order.state would find something.',
			'The response variable state found nothing at $.state. $.order.state would find something.',
			'The response variable none found nothing at $.nothing. The answer has no such field.',
		])
			await main().getByText(words).waitFor();

		visit.receiver.answer = status(404);
		await visit.button('Call again').click();
		await visit.page.getByText('ask failed: Answered 404.').waitFor();
		await visit.open('function-calls');
		await main()
			.getByRole('row', { name: /ask.*failed.*1 · 404.*order –.*state –/ })
			.getByRole('link', { name: 'ask' })
			.click();
		await main().getByText('Answered 404').waitFor();
	});

	it('a call has their answers in its transcript, and links to them', async () => {
		const id = 'call-about-an-order';
		const wanted = await create();
		await visit.sandbox.callFunction({ ...wanted, arguments: ORDER, call: { id } });
		await visit.sandbox.completeCall({
			id,
			contact_name: 'Ada',
			extracted_data: { constructor: 'Brick and Sons' },
			transcript: [
				{ role: 'caller', text: 'Where is it?' },
				{ role: 'function', name: wanted.name, text: ANSWER },
			],
		});
		await visit.open(`calls/${id}`);
		const said = main().getByRole('list', { name: 'Transcript' }).getByRole('listitem');
		await said.filter({ hasText: 'Answer of find_order' }).getByText(ANSWER, { exact: true }).waitFor();
		// The name of a property that every object has is no known field.
		expect(await main().getByText('Brick and Sons').getAttribute('class')).toBe('text');
		await main().getByRole('link', { name: 'See its function calls' }).click();
		await visit.page.getByText('1 to 1 of 1').waitFor();
		await main().getByRole('link', { name: 'find_order' }).waitFor();
	});
});
