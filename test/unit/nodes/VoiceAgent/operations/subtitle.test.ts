import { resources } from '../../../../../nodes/VoiceAgent/operations/index';
import { buildSubtitle } from '../../../../../nodes/VoiceAgent/operations/subtitle';

it('is an expression that knows every operation, and the switch that makes it a preview', () => {
	const subtitle = buildSubtitle(resources);
	expect(subtitle).toMatch(/^=\{\{ .* \}\}$/);
	for (const { value, operations } of resources) {
		for (const operation of operations) {
			expect(subtitle).toContain(`"${value}:${operation.value}"`);
			expect(subtitle).toContain(JSON.stringify(operation.action));
		}
	}
	expect(subtitle).toContain('$parameter["previewOnly"] ? "Preview batch call" : "Create batch call"');
});
