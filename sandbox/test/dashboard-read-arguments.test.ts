import { describeInBrowser } from '../../test/support/describe-in-browser.ts';
import { visitDashboard } from '../../test/support/visit-dashboard.ts';

jest.setTimeout(60_000);

/** A Wednesday. */
const NOW = 'new Date(2026, 2, 4, 12)';
const parameter = (name: string, type = 'string', required = true) => ({
	name,
	type,
	required,
	description: '',
});

const CASES: Array<[string, ReturnType<typeof parameter>, unknown]> = [
	['Where is my order 123?', parameter('order_number'), '123'],
	['My order number is A-17.', parameter('orderNumber'), 'A-17'],
	['I am 44 and my customer id is C9', parameter('customer_id'), 'C9'],
	['Table for 4, please', parameter('guests', 'integer'), 4],
	['Write to ada@example.com please', parameter('email'), 'ada@example.com'],
	['Call +1 415 555 0123 back', parameter('phone_number'), '+14155550123'],
	['Do you have time tomorrow?', parameter('date'), '2026-03-05'],
	['On Wednesday at 3 pm', parameter('day'), '2026-03-11'],
	['On Wednesday at 3 pm', parameter('time'), '15:00'],
	['My name is Ada Byron', parameter('customer_name'), 'Ada Byron'],
	['Do you open on Sunday?', parameter('question'), 'Do you open on Sunday?'],
	['The blue lamp', parameter('product'), 'The blue lamp'],
	['No, I do not want it', parameter('confirmed', 'boolean'), false],
];

describeInBrowser('the arguments in a sentence', () => {
	const visit = visitDashboard();
	/** Reads them with the module of the dashboard, which only a browser loads. */
	const read = async (sentence: string, ...parameters: Array<ReturnType<typeof parameter>>) =>
		await visit.page.evaluate<object>(
			`import('/dashboard/pages/read-arguments.js').then(({ readArguments }) =>
				readArguments(${JSON.stringify(sentence)}, ${JSON.stringify(parameters)}, ${NOW}))`,
		);
	beforeEach(async () => visit.open(''));

	it('are read by the names and types of the parameters', async () => {
		for (const [sentence, wanted, value] of CASES)
			expect([sentence, await read(sentence, wanted)]).toEqual([sentence, { [wanted.name]: value }]);
	});

	it('are left out if they are not named', async () => {
		const optional = parameter('email', 'string', false);
		expect(await read('Where is it?', parameter('order_number'), optional)).toEqual({});
		expect(await read('', parameter('question'))).toEqual({});
	});

	it('go to the parameter after whose name they stand', async () => {
		const parameters = [parameter('order_number'), parameter('customer_id'), parameter('date')];
		expect(await read('Customer 7 wants order 123 today', ...parameters)).toEqual({
			order_number: '123',
			customer_id: '7',
			date: '2026-03-04',
		});
	});
});
