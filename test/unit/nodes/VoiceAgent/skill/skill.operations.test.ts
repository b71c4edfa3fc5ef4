import { planned, refusedBy } from '../../../../support/plan-operation';

const update = (updateFields: object) => ({ skillId: 's1', updateFields: updateFields as never });

const channel = (one: object) => ({ deliveryChannels: { channel: [one] } });

it('changes one skill, by its path', async () => {
	const channels = { channel: [{ channel: 'sms', channel_name: ' +14155550100 ' }] };
	const { request } = await planned('skill:update', update({ isEnabled: 0, deliveryChannels: channels }));
	expect(request).toMatchObject({
		method: 'PATCH',
		path: 'manage-skills/s1',
		body: { is_enabled: false, delivery_channels: [{ channel: 'sms', channel_name: '+14155550100' }] },
	});
});

it.each([
	[{ triggerType: 'hourly' }, /^'Trigger Type' "hourly" is not one of its options/],
	[channel({ channel: 'fax', channel_name: 'x' }), /^'Delivery Channels > Channel' "fax"/],
	[channel({ channel: 'sms', channel_name: '' }), /^'Delivery Channels > Destination' is empty/],
	[{ schedule: { object: { specify: 'json', json: 'daily' } } }, /^'Schedule > JSON' is not valid JSON: /],
	[{ config: '{ "tone": "warm" }' }, /^'Config' ".*" does not have the form that the panel gives it/],
])('is refused with %j', async (fields, message) => {
	expect(await refusedBy('skill:update', update(fields))).toMatch(message);
});
