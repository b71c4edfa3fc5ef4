import { connectionFrom, functionUrl } from '../../../../../nodes/shared/client/connection';

describe('connectionFrom', () => {
	it('cleans the base URL', () => {
		const connection = connectionFrom({ baseUrl: ' https://x.example// ' });
		expect(functionUrl(connection, 'get-message')).toBe('https://x.example/functions/v1/get-message');
	});

	it('uses custom identifiers only while they are turned on, and the usual ones for empty fields', () => {
		const custom = { baseUrl: '', chatAppName: 'acme', signatureHeader: 'X-Acme', checkoutFunction: ' ' };
		expect(connectionFrom(custom)).toMatchObject({
			chatAppName: 'chatapp',
			signatureHeader: 'x-service-signature',
		});
		expect(connectionFrom({ ...custom, customizeIdentifiers: true })).toMatchObject({
			chatAppName: 'acme',
			signatureHeader: 'x-acme',
			checkoutFunction: 'billing-add-credits',
		});
	});
});
