import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';

it('a schedule that cannot be read in an imported snapshot keeps no other skill from running', async () => {
	const sandbox = await sandboxAsNew('empty');
	const { agents } = await sandbox.control('GET', '/agents');
	const add = (name: string) =>
		sandbox.control('POST', '/skills', {
			...{ agent_id: agents[0]?.id ?? '', name, is_enabled: true },
			...{ trigger_type: 'schedule', schedule: { cron: '0 8 * * *' } },
		});
	const [damaged, right] = [await add('Damaged'), await add('Right')];
	await sandbox.saveSnapshot('scheduled');
	const file = await sandbox.exportSnapshot('scheduled');
	const { columns = [], rows = [] } = file.tables.skills ?? {};
	const damage = (value: unknown) =>
		typeof value === 'string' && value.includes(damaged.id) ? value.replace('0 8 * * *', 'tomorrow') : value;
	const skills = { columns, rows: rows.map((row) => row.map(damage)) };
	await sandbox.importSnapshot({ ...file, tables: { ...file.tables, skills } });
	await sandbox.restoreSnapshot('scheduled');
	await sandbox.advance('1d');
	const { executions } = await sandbox.control('GET', '/skill-executions');
	expect(executions).toMatchObject([{ agent_skill_id: right.id }]);
});
