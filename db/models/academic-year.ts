import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class AcademicYear extends Model<
  InferAttributes<AcademicYear>,
  InferCreationAttributes<AcademicYear>
> {
  declare academic_year_id: number;

  static register(sequelize: Sequelize): void {
    AcademicYear.init(
      {
        academic_year_id: { type: DataTypes.INTEGER, primaryKey: true },
      },
      { sequelize, tableName: "academic_years", timestamps: false },
    );
  }
}
