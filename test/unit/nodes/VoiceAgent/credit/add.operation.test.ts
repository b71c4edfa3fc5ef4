import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const URLS = { successUrl: 'https://x.example/ok', cancelUrl: 'https://x.example/no' };

describe('Credit > Create Top-Up Link', () => {
	it.each([
		[{ amount: 'small' }, 'small'],
		[{ amount: 'custom', customAmount: 10 }, '10'],
		[{ amount: 'custom', customAmount: '1000.00' }, '1000'],
		[{ amount: 25.5 }, '25.5'],
		[{ amount: 'custom', customAmount: '٢٥' }, '25'],
	])('asks for %j', async (parameters, amount) => {
		expect(await bodyOf('credit:add', { ...URLS, ...parameters })).toMatchObject({ amount });
	});

	it.each([10.001, '20.005', 9.99, 1000.01, 'huge', '1e2', -20, 'constructor'])(
		'buys nothing for %j',
		async (customAmount) => {
			expect(await refusedBy('credit:add', { ...URLS, amount: 'custom', customAmount })).toMatch(
				/^'Amount in USD' ".*" is not an amount you can buy\. Enter a number from 10 to 1000/,
			);
		},
	);
});
