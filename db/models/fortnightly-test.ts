import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class FortnightlyTest extends Model<
  InferAttributes<FortnightlyTest>,
  InferCreationAttributes<FortnightlyTest>
> {
  declare fortnightly_test_id: CreationOptional<number>;
  declare class_id: number;
  declare academic_term_id: number;
  declare title: string;
  declare test_date: string | null;

  static register(sequelize: Sequelize): void {
    FortnightlyTest.init(
      {
        fortnightly_test_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        class_id: { type: DataTypes.INTEGER, allowNull: false },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        title: { type: DataTypes.TEXT, allowNull: false },
        test_date: { type: DataTypes.DATEONLY },
      },
      { sequelize, tableName: "fortnightly_tests", timestamps: false },
    );
  }
}
