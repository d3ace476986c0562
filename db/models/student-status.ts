import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class StudentStatus extends Model<
  InferAttributes<StudentStatus>,
  InferCreationAttributes<StudentStatus>
> {
  declare student_status_id: number;
  declare detail: string;

  static register(sequelize: Sequelize): void {
    StudentStatus.init(
      {
        student_status_id: { type: DataTypes.SMALLINT, primaryKey: true },
        detail: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "student_statuses", timestamps: false },
    );
  }
}
