import { getRecords } from '../../../../../nodes/shared/client/recordsIn';

it.each([
	[{ messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: 'x', messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: [{ id: 2 }], messages: [{ id: 1 }] }, [{ id: 2 }]],
	[{ items: [{ id: 3 }] }, [{ id: 3 }]],
	[{ messages: [null, 'x', { id: 1 }] }, [{ id: 1 }]],
	[{ messages: [] }, []],
])('finds the records in %j', (body, records) => {
	expect(getRecords(body as never, ['data', 'messages'])).toEqual(records);
});

it.each([
	[{ messages: { id: 1 } }, 'the fields messages'],
	[{}, 'no fields'],
	[{ entries: [], total: 0 }, 'entries, total'],
])('takes %j for no list, and not for an empty one', (body, what) => {
	const records = () => getRecords(body as never, ['data', 'messages']);
	expect(records).toThrow('The service answered without a list of records');
	expect(records).toThrow(
		expect.objectContaining({
			report: expect.objectContaining({ description: expect.stringContaining(what) }),
		}),
	);
});
