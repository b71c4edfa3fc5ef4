import { recordsIn } from '../../../../../nodes/shared/service/recordsIn';

it.each([
	[{ messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: 'x', messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: [{ id: 2 }], messages: [{ id: 1 }] }, [{ id: 2 }]],
	[{ items: [{ id: 3 }] }, [{ id: 3 }]],
	[{ messages: [null, 'x', { id: 1 }] }, [{ id: 1 }]],
	[{ messages: { id: 1 } }, []],
	[{}, []],
])('finds the records in %j', (body, records) => {
	expect(recordsIn(body as never, ['data', 'messages'])).toEqual(records);
});
