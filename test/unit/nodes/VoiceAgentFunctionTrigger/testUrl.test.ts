import {
	readReturnUrl,
	toTestUrl,
	withoutReturnUrl,
} from '../../../../nodes/VoiceAgentFunctionTrigger/testUrl';

const TEST_URL = 'https://n8n.example/webhook-test/w/webhook';

it.each(['https://n8n.example/webhook/w/webhook?a=1&b=%20', ''])(
	'a Test URL says that the function led to %j before',
	(returnUrl) => {
		expect(readReturnUrl(toTestUrl(TEST_URL, returnUrl))).toBe(returnUrl);
	},
);

it.each([TEST_URL, 'https://shop.example/orders', '', 'orders', undefined, null, 7])(
	'the address %j of a function says nothing of where it led before',
	(endpointUrl) => {
		expect(readReturnUrl(endpointUrl)).toBeUndefined();
	},
);

it('the query of a call has no trace of that', () => {
	const query = Object.fromEntries(new URL(toTestUrl(`${TEST_URL}?a=1`, 'x')).searchParams);
	expect(withoutReturnUrl(query)).toEqual({ a: '1' });
});
