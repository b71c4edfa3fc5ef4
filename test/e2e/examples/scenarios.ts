import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sharedN8n } from '../../support/example-workflows.ts';
import { paths } from '../../support/prepared.ts';
import { createTestingKey, runWorkflowTests } from '../../support/workflow-tests.ts';

const EXAMPLES = join(paths.projectRoot, 'examples');
const files = readdirSync(join(EXAMPLES, 'scenarios'));
const names = new Set(files.map((file) => file.split('.')[0] ?? ''));

/** The examples against the scenarios in `examples/scenarios`, as a person tests workflows. */
export function scenarios(): void {
	test.each([...names])(
		'%s does what its scenarios expect',
		async (name) => {
			const own = files.filter((file) => file.startsWith(`${name}.`));
			const words = own.flatMap((file) => ['--scenario', join(EXAMPLES, 'scenarios', file)]);
			const key = await createTestingKey(sharedN8n());
			const example = join(EXAMPLES, `${name}.json`);
			const { code, stdout, stderr } = await runWorkflowTests([example, ...words], key, sharedN8n().url);
			expect(stdout + stderr).toContain(`${own.length} of ${own.length} runs passed`);
			expect(code).toBe(0);
		},
		240_000,
	);
}
