import { listFields } from '../../../../nodes/events/payloadFields';

it('lists the fields of up to two objects below the record, and none further down', () => {
	const fields = { interactive: { button_reply: { title: 'Yes', context: { title: 'Quoted' } } } };
	const names = listFields({ fields, steps: [] }, true).map(({ normalizedName }) => normalizedName);
	const reply = 'interactive button reply';
	expect(names).toEqual(['interactive', reply, `${reply} title`, `${reply} context`]);
});
