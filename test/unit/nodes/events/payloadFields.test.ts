import { findPayloadFields } from '../../../../nodes/events/payloadFields';

it('finds the fields of up to two objects below the record, and none further down', () => {
	const sms = { interactive: { button_reply: { title: 'Yes', context: { title: 'Quoted' } } } };
	const [fields] = findPayloadFields({ data: { sms } }, 'message');
	const reply = 'interactive button reply';
	const own = 'own interactive';
	expect([...(fields?.keys() ?? [])]).toEqual([
		'interactive',
		own,
		reply,
		`${reply} title`,
		`${reply} context`,
	]);
});

it('comes to an end for a part in a part, however deep', () => {
	let call: object = { summary: 'x' };
	for (let depth = 0; depth < 20_000; depth++) call = { analysis: call };
	expect(findPayloadFields({ call }, 'call')).toHaveLength(2);
});
