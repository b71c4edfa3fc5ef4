/** The hints that the output panel shows beside the output. */
import type { IDataObject, INode } from 'n8n-workflow';

import { TestService } from '../support/test-service';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const PEOPLE = [{ phone: '+14155550111' }, { phone: '+14155550112' }];
const campaign = {
	resource: 'batchCall',
	operation: 'create',
	name: 'Reminders',
	callerId: { __rl: true, mode: 'id', value: '+14155550100' },
	recipientsFrom: 'items',
	phoneNumberField: 'phone',
};
const send = {
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: '={{ $json.text }}',
};

async function hintsOf(parameters: IDataObject, items: IDataObject[] = [{}], more: Partial<INode> = {}) {
	const { data } = await service.run(parameters, items, more);
	const { hints = [] } = data.resultData.runData['Voice Agent']?.[0] ?? {};
	return hints.map(({ message }) => message);
}

it('a preview, which a campaign is unless a person turns it off, says that nothing was sent', async () => {
	expect(await hintsOf(campaign, PEOPLE)).toEqual([
		"Preview only: nothing was sent. Turn off 'Preview Only' to start calling. 2 recipients have no name.",
	]);
	expect(await service.requests('batch-calls')).toEqual([]);
});

it('a campaign says what its dials cost', async () => {
	expect(await hintsOf({ ...campaign, previewOnly: false }, PEOPLE)).toEqual([
		'The batch call calls 2 people. The dials cost 0.01 USD, plus the minutes.',
	]);
});

it('a send warns of Retry On Fail, which would send again', async () => {
	const items = [{ text: 'a' }, { text: 'b' }];
	expect(await hintsOf(send, items)).toEqual([]);
	expect(await hintsOf(send, items, { retryOnFail: true })).toEqual([
		expect.stringMatching(/^'Retry On Fail'/),
	]);
	expect(await hintsOf({ resource: 'agent', operation: 'getAll' }, [{}], { retryOnFail: true })).toEqual([]);
});

it('a message that goes to a person once for each row of a list leads to Execute Once', async () => {
	const rows = ['Hi', 'Hello', 'Hi', 'Hi'].map((text) => ({ text }));
	expect(await hintsOf(send, rows)).toEqual([
		expect.stringMatching(/^4 input items made only 2 different requests.*Execute Once.*Remove Duplicates/),
	]);
});

it('the same request for several items leads to Execute Once', async () => {
	expect(await hintsOf({ resource: 'agent', operation: 'getAll' }, [{}, {}, {}])).toEqual([
		expect.stringMatching(/^The same request was made 3 times.*Execute Once/),
	]);
});

it('a message with a part that has no value says which part it is', async () => {
	const people = [{ name: 'Ada' }, {}, { name: '' }];
	const greet = (message: string) => ({ ...send, message: `=${message}` });
	expect(await hintsOf(greet('Hello {{ $json.name }}!'), people)).toContain(
		"In 'Message', the expression {{ $json.name }} gave no value for item 1, so that part of the text is empty.",
	);
	expect(
		await hintsOf(greet('{{ $json.name }}, see {{ $json.at?.day }} or {{ 1 }}'), [{ name: 'Ada' }]),
	).toEqual([
		expect.stringMatching(
			/^In 'Message', the expression \{\{ \$json\.at\?\.day \}\} gave no value for item 0, /,
		),
	]);
});

it.each([
	['Hello {{ $json.name }}!', { name: 'Ada' }],
	['Hello {{ $json.count }}{{ false }}!', { count: 0 }],
	["Hello {{ '}}' + $json.name }}!", { name: 'Ada' }],
	['{{ $json.text }}', { text: 'Hello !' }],
])('a message from %s in which each part has a value needs no hint', async (message, item) => {
	expect(await hintsOf({ ...send, message: `=${message}` }, [item])).toEqual([]);
});
