import { DataTypes } from "sequelize";
import type { ModelAttributeColumnOptions, ModelStatic } from "sequelize";
import { expect, test } from "vitest";
import { database, noTransaction, rows } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();

type Column = {
  type: string;
  nullable: boolean;
  fallback: string | null;
  primary: boolean;
  identity: boolean;
};

const models = database().modelManager.models as ModelStatic<never>[];
const tables = await columnsByTable();

/** Migrations keep their own list, which nothing else reads. */
const WITHOUT_MODEL = ["migrations"];

test("every table has one model", () => {
  const modelled = models.map((model) => model.getTableName());

  const expected = [...tables.keys()].filter((table) => !WITHOUT_MODEL.includes(table));

  expect(modelled.toSorted()).toEqual(expected.toSorted());
});

test.each(models.map((model) => [model.name, model] as const))(
  "%s has the columns of its table",
  (_, model) => {
    const stored = tables.get(String(model.getTableName()));

    const described = Object.fromEntries(
      Object.entries<ModelAttributeColumnOptions>(model.getAttributes()).map(([name, attribute]) => [
        name,
        columnOf(attribute),
      ]),
    );

    expect(described).toEqual(stored);
  },
);

async function columnsByTable(): Promise<Map<string, Record<string, Column>>> {
  const found = await rows<Column & { table_name: string; column_name: string }>(
    `select c.table_name, c.column_name,
            case c.data_type when 'character' then 'char(' || c.character_maximum_length || ')'
                             when 'numeric' then 'numeric(' || c.numeric_precision || ',' || c.numeric_scale || ')'
                             else c.data_type end as type,
            c.is_nullable = 'YES' as nullable, c.column_default as fallback, c.is_identity = 'YES' as identity,
            exists (select from information_schema.table_constraints t
                      join information_schema.key_column_usage k using (constraint_schema, constraint_name)
                     where t.constraint_type = 'PRIMARY KEY' and k.table_name = c.table_name
                       and k.column_name = c.column_name) as primary
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by c.table_name, c.ordinal_position`,
    [],
    noTransaction,
  );
  const byTable = new Map<string, Record<string, Column>>();
  for (const { table_name, column_name, ...column } of found) {
    byTable.set(table_name, { ...byTable.get(table_name), [column_name]: column });
  }
  return byTable;
}

/** A column as its model says it is, in the words of the database. */
function columnOf(attribute: ModelAttributeColumnOptions): Column {
  return {
    type: typeOf(attribute.type),
    nullable: attribute.allowNull !== false && !attribute.primaryKey,
    fallback: fallbackOf(attribute.defaultValue),
    primary: attribute.primaryKey ?? false,
    identity: attribute.autoIncrement ?? false,
  };
}

const TYPE_NAMES: Record<string, string> = {
  [DataTypes.INTEGER.key]: "integer",
  [DataTypes.SMALLINT.key]: "smallint",
  [DataTypes.BIGINT.key]: "bigint",
  [DataTypes.TEXT.key]: "text",
  [DataTypes.BOOLEAN.key]: "boolean",
  [DataTypes.DATEONLY.key]: "date",
  [DataTypes.DATE.key]: "timestamp with time zone",
  [DataTypes.BLOB.key]: "bytea",
  [DataTypes.JSONB.key]: "jsonb",
};

function typeOf(type: ModelAttributeColumnOptions["type"]): string {
  if (typeof type === "string") return type;
  const { key, options } = type as { key: string; options?: { precision?: number; scale?: number } };
  if (key === DataTypes.DECIMAL.key) return `numeric(${options?.precision},${options?.scale})`;
  return TYPE_NAMES[key] ?? String((type as { toSql: () => string }).toSql()).toLowerCase();
}

function fallbackOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return `'${value}'::text`;
  if (typeof value !== "object") return String(value);
  const { val } = value as { val: string };
  return val.replace(/^nextval\('(\w+)'\)$/, "nextval('$1'::regclass)");
}
